'use client'
import { ListFilter } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { setThreadFilter, getThreadFilter } from '../filters/filter-changes.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { FindField } from '../tables/find-field.tsx'
import { RowList } from '../tables/row-list.tsx'
import {
  getSelectionState,
  groupThreads,
  listThreadLines,
  listLineNames,
  toggleNames,
  type ThreadLine,
} from './thread-groups.ts'
import { ThreadLineCells } from './thread-line-cells.tsx'
import type { ProfileFacts } from '../worker/tree-messages.ts'

/**
 * Which threads the view shows: all, some, or whole pools, each with its weight over time. Not there until they are
 * known.
 */
export function ThreadPanel({
  viewer: { facts, basics, filters, panel, setPanel },
  size,
}: {
  viewer: Viewer
  size?: 'small'
}) {
  if (!facts) return null
  const chosen = getThreadFilter(filters.list)
  const count = facts.threads.length
  return (
    <Popover
      title="Threads"
      align="end"
      className="flex w-[34rem] max-w-[calc(100vw-1rem)] flex-col gap-2"
      open={panel === 'threads'}
      onOpenChange={(isOpen) => setPanel(isOpen ? 'threads' : null)}
      trigger={
        <Button
          title="Which threads are shown (T)"
          size={size}
          className={classNames('px-2!', chosen.length > 0 && 'border-edge bg-sunken font-medium')}
          icon={ListFilter}
        >
          <span>
            <span className={size === 'small' ? 'max-wide:sr-only' : 'packed:sr-only'}>Threads </span>
            {chosen.length === 0 ? count : `${chosen.length} of ${count}`}
          </span>
        </Button>
      }
    >
      <ThreadList
        facts={facts}
        engine={basics.provenance.engine}
        chosen={chosen}
        onChoose={(threads) => filters.change(setThreadFilter(filters.list, threads))}
      />
    </Popover>
  )
}

/**
 * Threads by pool: a click or Space takes a thread or a whole pool in or out, Enter or "Only" shows nothing else, left
 * and right close and open a pool.
 */
function ThreadList({
  facts: { threads, total, unit },
  engine,
  chosen,
  onChoose,
}: {
  facts: Pick<ProfileFacts, 'threads' | 'total' | 'unit'>
  engine: string
  /** Names; empty for all. */
  chosen: readonly string[]
  onChoose: (names: readonly string[]) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  // A pool of which only some threads are chosen shows which.
  const [open, setOpen] = useState(() => new Set(partlyChosenPools(threads, chosen)))
  const groups = useMemo(() => groupThreads(threads, text), [threads, text])
  const lines = useMemo(
    () => listThreadLines(groups, (group) => text !== '' || open.has(group.name)),
    [groups, open, text],
  )
  const most = useMemo(
    () => ({ group: findMaxBin(groups), thread: findMaxBin(groups.flatMap(({ threads: members }) => members)) }),
    [groups],
  )
  const chosenNames = useMemo(() => new Set(chosen), [chosen])
  const isGroup = ({ group, thread }: ThreadLine) => thread === null && group.threads.length > 1
  const setGroupOpen = ({ group }: ThreadLine, isOpen: boolean) => {
    setOpen(new Set(isOpen ? [...open, group.name] : [...open].filter((name) => name !== group.name)))
  }
  const toggle = (line: ThreadLine) => onChoose(toggleNames(listLineNames(line), chosen, threads.length))
  const onlyThis = (line: ThreadLine) => onChoose(toggleNames(listLineNames(line), [], threads.length))
  const row = Math.min(active, lines.length - 1)

  const onKey = (key: string): boolean => {
    const line = lines[row]
    if (!line) return false
    if (key === ' ') toggle(line)
    else if (key === 'Enter') onlyThis(line)
    else if (key === 'ArrowRight' && isGroup(line)) setGroupOpen(line, true)
    else if (key === 'ArrowLeft' && isGroup(line)) setGroupOpen(line, false)
    else if (key === 'ArrowLeft' && line.thread) setActive(lines.findIndex(({ group }) => group === line.group))
    else return false
    return true
  }

  return (
    <>
      <div className="flex gap-2">
        <FindField
          label="Find a thread"
          placeholder="Find a thread or pool"
          className="flex-1"
          container={list}
          text={text}
          onText={setText}
          onActive={setActive}
        />
        <Button disabled={chosen.length === 0} onClick={() => onChoose([])}>
          All
        </Button>
      </div>
      <div ref={list} className="flex min-h-0">
        <RowList
          id={id}
          label="Threads by pool"
          role="treegrid"
          isMultiple
          count={lines.length}
          active={row}
          onActive={setActive}
          onKey={({ key }) => onKey(key)}
          onClick={(index) => {
            setActive(index)
            toggle(lines[index]!)
          }}
          ariaOf={(index) => {
            const line = lines[index]!
            const names = listLineNames(line)
            const weight = (line.thread ?? line.group).weight
            const choice = { none: 'not chosen', some: 'partly chosen', all: 'chosen' }[
              getSelectionState(names, chosenNames)
            ]
            return {
              'aria-label': `${visibleText((line.thread ?? line.group).name)}, ${isGroup(line) ? `${names.length} threads, ` : ''}${formatShare(total > 0 ? weight / total : 0)}, ${choice}`,
              'aria-selected': getSelectionState(names, chosenNames) === 'all',
              'aria-level': line.thread ? 2 : 1,
              'aria-expanded': isGroup(line) ? text !== '' || open.has(line.group.name) : undefined,
            }
          }}
          rowKey={(index) => `${lines[index]!.group.name}\n${lines[index]!.thread?.name ?? ''}`}
          rowClass="flex items-center gap-2 rounded-md px-1"
          className="max-h-[min(24rem,55vh)] flex-1"
        >
          {(index) => {
            const line = lines[index]!
            return (
              <ThreadLineCells
                line={line}
                engine={engine}
                choice={getSelectionState(listLineNames(line), chosenNames)}
                isOpen={isGroup(line) ? text !== '' || open.has(line.group.name) : null}
                onOpen={(isOpen) => setGroupOpen(line, isOpen)}
                onOnly={() => onlyThis(line)}
                share={total > 0 ? (line.thread ?? line.group).weight / total : 0}
                unit={unit}
                most={line.thread ? most.thread : most.group}
              />
            )
          }}
        </RowList>
      </div>
      <p role="status" className="text-xs text-muted">
        {lines.length === 0
          ? 'No thread has this in its name.'
          : chosen.length === 0
            ? 'All threads are shown. Choose some to see only them.'
            : `${chosen.length === 1 ? '1 thread is' : `${chosen.length} threads are`} shown.`}
      </p>
    </>
  )
}

function partlyChosenPools(threads: ProfileFacts['threads'], chosen: readonly string[]): string[] {
  if (chosen.length === 0) return []
  const names = new Set(chosen)
  return groupThreads(threads)
    .filter((group) => getSelectionState(listLineNames({ group, thread: null }), names) === 'some')
    .map(({ name }) => name)
}

function findMaxBin(rows: readonly { readonly bins: readonly number[] }[]): number {
  let most = 0
  for (const { bins } of rows) for (const weight of bins) if (weight > most) most = weight
  return most
}
