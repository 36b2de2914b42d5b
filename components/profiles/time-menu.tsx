'use client'
import { ChevronDown } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover } from '../ui/popover.tsx'
import { TextField } from '../ui/text-field.tsx'
import { dayEnd, dayOf, dayStart, timeWords } from './utc-days.ts'

const hourMs = 3_600_000
const spans = [
  { text: 'Last hour', ms: hourMs },
  { text: 'Last 24 hours', ms: 24 * hourMs },
  { text: 'Last 7 days', ms: 7 * 24 * hourMs },
  { text: 'Last 30 days', ms: 30 * 24 * hourMs },
]

/** When a profile was taken: since some time ago, or from one day to another. */
export function TimeMenu({
  from,
  to,
  onChange,
}: {
  from: number | null
  to: number | null
  onChange: (range: { from: number | null; to: number | null }) => void
}) {
  const isSet = from !== null || to !== null
  return (
    <Popover
      title="Time"
      align="start"
      className="flex w-64 flex-col gap-2"
      trigger={
        <Button className={classNames('max-w-72', isSet && 'border-ember/60 bg-ember-wash')}>
          <span className={isSet ? 'text-muted' : undefined}>Time</span>
          {isSet ? <span className="min-w-0 truncate">{timeWords(from, to)}</span> : null}
          <ChevronDown size={14} aria-hidden className="text-muted" />
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-2">
        {spans.map(({ text, ms }) => (
          <Button key={text} size="small" onClick={() => onChange({ from: Date.now() - ms, to: null })}>
            {text}
          </Button>
        ))}
      </div>
      <label className="flex items-center gap-2">
        <span className="w-12 text-muted">From</span>
        <TextField
          type="date"
          className="flex-1"
          value={dayOf(from)}
          onChange={(event) => onChange({ from: dayStart(event.target.value), to })}
        />
      </label>
      <label className="flex items-center gap-2">
        <span className="w-12 text-muted">To</span>
        <TextField
          type="date"
          className="flex-1"
          value={dayOf(to === null ? null : to - 1)}
          onChange={(event) => onChange({ from, to: dayEnd(event.target.value) })}
        />
      </label>
      {isSet ? (
        <Button size="small" look="ghost" onClick={() => onChange({ from: null, to: null })}>
          Any time
        </Button>
      ) : null}
    </Popover>
  )
}
