'use client'
import { Check, ListFilter } from 'lucide-react'
import { Checkbox } from 'radix-ui'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Popover } from '../ui/popover.tsx'
import { TextField } from '../ui/text-field.tsx'
import { formatShare } from '../units.ts'
import { type ProfileFacts } from './tree-messages.ts'
import { formatWeightShort } from '../weight.ts'

/** More rows than this are searched, not scrolled to. */
const maxRows = 200

/** Which threads the graph shows: all, or some of them. */
export function ThreadPicker({
  facts: { threads, total, unit },
  chosen,
  onChoose,
}: {
  facts: ProfileFacts
  /** Names; empty for all. */
  chosen: readonly string[]
  onChoose: (names: readonly string[]) => void
}) {
  const [text, setText] = useState('')
  const id = useId()
  const fitting = threads.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  const toggle = (name: string) => {
    const names = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]
    onChoose(names.length === threads.length ? [] : names)
  }
  return (
    <Popover
      title="Threads"
      align="end"
      className="flex max-h-[60vh] w-96 max-w-[calc(100vw-1rem)] flex-col gap-2"
      trigger={
        <Button>
          <ListFilter size={14} aria-hidden />
          {chosen.length === 0 ? `Threads ${threads.length}` : `Threads ${chosen.length} of ${threads.length}`}
        </Button>
      }
    >
      <div className="flex gap-2">
        <TextField
          aria-label="Find a thread"
          placeholder="Find a thread"
          className="flex-1"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button disabled={chosen.length === 0} onClick={() => onChoose([])}>
          All
        </Button>
      </div>
      <ul className="min-h-0 overflow-y-auto">
        {fitting.slice(0, maxRows).map(({ name, weight }, index) => (
          <li key={name} className="flex min-h-8 items-center gap-2 rounded-md px-1 hover:bg-surface">
            <Checkbox.Root
              id={`${id}-${index}`}
              checked={chosen.includes(name)}
              onCheckedChange={() => toggle(name)}
              className="flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-edge bg-canvas"
            >
              <Checkbox.Indicator>
                <Check size={12} aria-hidden />
              </Checkbox.Indicator>
            </Checkbox.Root>
            <label htmlFor={`${id}-${index}`} className="flex min-w-0 flex-1 items-center gap-2">
              <Name text={name === '' ? 'no thread name' : name} mono className="flex-1" />
              <span className="figures shrink-0 text-muted">{formatWeightShort(weight, unit)}</span>
              <span className="figures w-14 shrink-0 text-right">{formatShare(total === 0 ? 0 : weight / total)}</span>
            </label>
          </li>
        ))}
      </ul>
      {fitting.length > maxRows ? (
        <p className="text-xs text-muted">{fitting.length - maxRows} more: find them by name.</p>
      ) : null}
      {fitting.length === 0 ? <p className="text-muted">No thread has this in its name.</p> : null}
    </Popover>
  )
}
