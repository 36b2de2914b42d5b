'use client'
import { ArrowLeftRight, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { queryLimits } from '../../../../lib/contract/constants.ts'
import type { ProfileSummary } from '../../../../lib/contract/profile.ts'
import type { LateMenuProps } from '../../../ui/late-menu.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ChoiceLink, Choices } from './choice-link.tsx'
import { SearchedChoices, LikelyChoices } from './compare-choice-list.tsx'
import { createHalvesHref } from './compare-choices.ts'
import type { TimeRange } from '../../time/heat-map-geometry.ts'
import { createProfileHref, createSwapHref } from '../../../links/compare-href.ts'

export interface CompareMenuProps {
  readonly summary: ProfileSummary
  /** The profile that this one is compared with now; null where there is none. */
  readonly baseline: ProfileSummary | null
  /** The profiles of all events of the same capture or file, this one too. */
  readonly siblings: readonly ProfileSummary[]
  /** The view as a query, at the moment of the call. */
  readonly query: () => string
  /** From when to when the profile has samples, in ms; null where none has a time. */
  readonly timeSpan: TimeRange | null
}

/** Offers profiles to compare this one with. */
export function CompareMenu({ trigger, defaultOpen, ...props }: CompareMenuProps & LateMenuProps) {
  const [isOpen, setOpen] = useState(defaultOpen)
  return (
    <Popover
      title="Compare with"
      open={isOpen}
      onOpenChange={setOpen}
      className="flex max-h-(--radix-popover-content-available-height) w-[34rem] max-w-[calc(100vw-1rem)] flex-col overflow-y-auto"
      trigger={trigger}
    >
      <ComparePanel {...props} onChosen={() => setOpen(false)} />
    </Popover>
  )
}

function ComparePanel({
  summary,
  baseline,
  siblings,
  query,
  timeSpan,
  onChosen,
}: CompareMenuProps & { onChosen: () => void }) {
  const [text, setText] = useState('')
  // The view of the moment when the menu opened: a link has its address before it is clicked.
  const [view] = useState(query)
  const panel = useRef<HTMLDivElement>(null)
  const common = { summary, query: view, onChosen }
  return (
    <div ref={panel} className="flex flex-col gap-2" onKeyDown={(event) => moveAmongChoices(event, panel.current!)}>
      <TextField
        type="search"
        aria-label="Find a profile to compare with"
        placeholder="Any profile: name, service, image, label"
        maxLength={queryLimits.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() === '' ? (
        <>
          <LikelyChoices {...common} siblings={siblings} />
          <HalvesOfProfile {...common} timeSpan={timeSpan} />
          {baseline ? <CurrentComparison {...common} baseline={baseline} /> : null}
        </>
      ) : (
        <SearchedChoices {...common} text={text.trim()} />
      )}
    </div>
  )
}

interface PartProps {
  readonly summary: ProfileSummary
  readonly query: string
  readonly onChosen: () => void
}

function HalvesOfProfile({
  summary: { id },
  query,
  timeSpan,
  onChosen,
}: PartProps & Pick<CompareMenuProps, 'timeSpan'>) {
  return (
    <Choices title="This profile with itself">
      {timeSpan === null ? null : (
        <ChoiceLink
          href={createHalvesHref(id, query, timeSpan)}
          onChosen={onChosen}
          title="Two time ranges"
          about="the first half and the second, or the selected time range and the time before it"
        />
      )}
      <ChoiceLink
        // Without a time span both sides have all of it, and threads are chosen there.
        href={createHalvesHref(id, query, null)}
        onChosen={onChosen}
        title="Two threads"
        about="to be chosen on each side"
      />
    </Choices>
  )
}

function CurrentComparison({ summary, baseline, query, onChosen }: PartProps & { baseline: ProfileSummary }) {
  return (
    <Choices title="This comparison">
      <ChoiceLink
        href={createSwapHref(summary.id, baseline.id, query)}
        onChosen={onChosen}
        icon={<ArrowLeftRight size={14} aria-hidden className="text-muted" />}
        title="Swap sides"
      />
      <ChoiceLink
        href={createProfileHref(summary.id, query)}
        onChosen={onChosen}
        icon={<X size={14} aria-hidden className="text-muted" />}
        title="End the comparison"
      />
    </Choices>
  )
}

/** Moves the focus by the arrow keys through the search field and the links of a panel, as in a menu; so does Tab. */
function moveAmongChoices(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const choices = [...panel.querySelectorAll<HTMLElement>('input, [data-choice]')]
  const at = choices.findIndex((choice) => choice === document.activeElement)
  const next = choices[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
