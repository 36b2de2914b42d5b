'use client'
import { Combine, GitCompareArrows, ListChecks, Pin, PinOff, Tag, Trash2, Undo2, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { formatList } from '../capture/capture-labels.ts'
import { profileTextLimits } from '../../lib/contract/constants.ts'
import { getEventLabel } from '../../lib/contract/engines.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { useMay } from '../access/use-may.tsx'
import { createComparisonHref } from '../links/compare-href.ts'
import { BottomBar } from '../ui/bottom-bar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { showProblem } from '../ui/toast.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatCount, formatCountOf } from '../../lib/profile/format/units.ts'
import { type BulkAction, changeMany } from './bulk-change.ts'
import { type CaptureRow, pickComparable } from './capture-rows.ts'
import { mergeMany } from './merge-profiles.ts'
import { mostSelected } from './use-library.ts'

/** Labels of the chosen profiles that can be removed from them by a press. */
const mostRemovableLabels = 20

/** On a phone an icon alone, so that all stand in one row. */
const textClass = 'max-sm:sr-only'

/**
 * What can be done with the rows that are chosen: with all their events, but for a comparison and a merge, which take
 * one event of each.
 */
export function SelectionBar({
  chosen,
  rest = null,
  onClear,
  onChange,
}: {
  chosen: readonly CaptureRow[]
  /** Where all rows that are shown are chosen and there are more. */
  rest?: { readonly count: number; readonly select: () => Promise<void> } | null
  onClear: () => void
  onChange: (changed: readonly ProfileSummary[]) => void
}) {
  const may = useMay()
  const comparable = pickComparable(chosen)
  const [one, other] = comparable
  if (!one) return null
  const profiles = chosen.flatMap(({ events }) => events)
  // Where rows have several events, the buttons name the one that they take.
  const event =
    profiles.length > chosen.length && comparable.every((profile) => profile.event === one.event)
      ? ` ${getEventLabel(one.event)}`
      : ''
  const act = (action: BulkAction) => {
    void changeMany(profiles, action, onChange)
    if (action.action === 'delete' || action.action === 'restore') onClear()
  }
  const areDeleted = profiles.every(({ deletedAt }) => deletedAt !== null)
  return (
    <BottomBar label="Selected profiles">
      <span role="status" className="mr-1 font-medium max-sm:-order-2 max-sm:grow max-sm:basis-3/4">
        {formatSelected(chosen, rest?.count ?? null)}
      </span>
      {rest ? <SelectRest {...rest} /> : null}
      {other && chosen.length === 2 && !areDeleted ? (
        <ButtonLink variant="primary" href={createComparisonHref(one, other)} prefetch={false} icon={GitCompareArrows}>
          Compare{event}
        </ButtonLink>
      ) : null}
      {may('manage') && other && !areDeleted ? (
        <MergeButton chosen={comparable} event={event} onMerged={onClear} />
      ) : null}
      {may('manage') && areDeleted ? (
        <Button onClick={() => act({ action: 'restore' })} icon={Undo2}>
          Restore
        </Button>
      ) : null}
      {may('manage') && !areDeleted ? (
        <>
          {profiles.every(({ pinned }) => pinned) ? (
            <Button onClick={() => act({ action: 'unpin' })} icon={PinOff}>
              <span className={textClass}>Unpin</span>
            </Button>
          ) : (
            <Button onClick={() => act({ action: 'pin' })} icon={Pin}>
              <span className={textClass}>Pin</span>
            </Button>
          )}
          <LabelPopover chosen={profiles} onAct={act} />
          <Button variant="danger" onClick={() => act({ action: 'delete' })} icon={Trash2}>
            <span className={textClass}>Delete</span>
          </Button>
        </>
      ) : null}
      <IconButton label="Clear selection" size="small-icon" className="max-sm:-order-1" onClick={onClear} icon={X} />
    </BottomBar>
  )
}

/**
 * `2 rows selected`; `2 rows selected (10 profiles)` of captures of several events; `50 rows selected (50 of 80
 * profiles)` of `count` that were asked for.
 */
export function formatSelected(chosen: readonly CaptureRow[], count: number | null): string {
  const profiles = chosen.reduce((sum, { events }) => sum + events.length, 0)
  const found = chosen.reduce((sum, row) => sum + row.found.size, 0)
  // Where captures were found by some of their events, more is selected than was asked for.
  const ofAll = count === null || found < profiles ? '' : ` of ${formatCount(count)}`
  const rows = `${formatCountOf(chosen.length, 'row')} selected`
  if (ofAll === '' && profiles === chosen.length) return rows
  return `${rows} (${formatCount(profiles)}${ofAll} profiles)`
}

function SelectRest({ count, select }: { count: number; select: () => Promise<void> }) {
  const [isLoading, setIsLoading] = useState(false)
  const run = async () => {
    setIsLoading(true)
    await select().catch(showProblem)
    setIsLoading(false)
  }
  return (
    <Button onClick={() => void run()} disabled={isLoading} icon={ListChecks}>
      Select {count > mostSelected ? `the first ${formatCount(mostSelected)}` : `all ${formatCount(count)}`}
    </Button>
  )
}

function MergeButton({
  chosen,
  event,
  onMerged,
}: {
  chosen: readonly ProfileSummary[]
  event: string
  onMerged: () => void
}) {
  const router = useRouter()
  const [isMerging, setIsMerging] = useState(false)
  const merge = async () => {
    setIsMerging(true)
    await mergeMany(chosen, { onMerged, open: (href) => router.push(href) })
    setIsMerging(false)
  }
  const events = [...new Set(chosen.map((profile) => getEventLabel(profile.event)))]
  const reason = events.length > 1 ? `Only profiles of one event can be merged: these are ${formatList(events)}` : ''
  const button = (
    <Button
      onClick={() => (reason === '' ? void merge() : undefined)}
      icon={Combine}
      disabled={isMerging}
      aria-disabled={reason !== '' || undefined}
    >
      <span className={textClass}>{isMerging ? 'Merging' : `Merge${event}`}</span>
      {reason === '' ? null : <span className="sr-only">: {reason}</span>}
    </Button>
  )
  return reason === '' ? button : <Tooltip text={reason}>{button}</Tooltip>
}

function LabelPopover({ chosen, onAct }: { chosen: readonly ProfileSummary[]; onAct: (action: BulkAction) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const labels = [...new Set(chosen.flatMap((profile) => profile.labels))].slice(0, mostRemovableLabels)
  const act = (action: BulkAction) => {
    onAct(action)
    setIsOpen(false)
    setText('')
  }
  return (
    <Popover
      title="Label"
      open={isOpen}
      onOpenChange={setIsOpen}
      className="flex w-72 flex-col gap-3"
      trigger={
        <Button icon={Tag}>
          <span className={textClass}>Label</span>
        </Button>
      }
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') act({ action: 'add-label', label: text.trim() })
        }}
      >
        <TextField
          autoFocus
          aria-label="Label to add"
          placeholder="release-1.4"
          className="flex-1"
          maxLength={profileTextLimits.label}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={text.trim() === ''}>
          Add
        </Button>
      </form>
      {labels.length > 0 ? (
        <div className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <Button
              key={label}
              size="small"
              onClick={() => act({ action: 'remove-label', label })}
              icon={X}
              iconSize={12}
            >
              <span className="sr-only">Remove</span>
              <span className="max-w-48 truncate">{visibleText(label)}</span>
            </Button>
          ))}
        </div>
      ) : null}
    </Popover>
  )
}
