import { Check, ChevronRight, Minus } from 'lucide-react'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { mayBeCutName, longestKernelName } from '../../../lib/profile/time/thread-names.ts'
import { Name } from '../../ui/name.tsx'
import { formatCount, formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeightShort } from '../../../lib/profile/format/weight.ts'
import type { SelectionState, ThreadLine } from './thread-groups.ts'

const width = 60
const height = 16

/** Weight over time as small bars. `most` is the weight that reaches the top, so that lines can be compared. */
function SparkBars({ bins, most }: { bins: readonly number[]; most: number }) {
  if (bins.length === 0 || !(most > 0)) return null
  const step = width / bins.length
  const bars = bins.map((weight, bin) => {
    // Any weight can be seen.
    const tall = weight > 0 ? Math.max(1, Math.min(1, weight / most) * height) : 0
    return tall === 0
      ? ''
      : `M${(bin * step).toFixed(2)} ${height}v${(-tall).toFixed(2)}h${step.toFixed(2)}v${tall.toFixed(2)}z`
  })
  return (
    <svg width={width} height={height} aria-hidden className="shrink-0 text-spark">
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-line" />
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  )
}

/** One thread or pool: whether it is chosen, its name, its weight over time and in all. */
export function ThreadLineCells({
  line: { group, thread },
  engine,
  choice,
  isOpen,
  onOpen,
  onOnly,
  share,
  unit,
  most,
}: {
  line: ThreadLine
  /** Who gave the names. */
  engine: string
  choice: SelectionState
  /** null for a line that cannot be opened. */
  isOpen: boolean | null
  onOpen: (isOpen: boolean) => void
  onOnly: () => void
  share: number
  unit: Unit
  /** The weight that reaches the top of a spark bar. */
  most: number
}) {
  const shown = thread ?? group
  return (
    <>
      <span role="gridcell" className={`flex shrink-0 items-center ${thread ? 'pl-5' : ''}`}>
        <span
          aria-hidden
          className="flex h-7 w-5 items-center justify-center text-muted hover:text-ink"
          onClick={(event) => {
            if (isOpen === null) return
            event.stopPropagation()
            onOpen(!isOpen)
          }}
        >
          {isOpen === null ? null : <ChevronRight size={14} className={isOpen ? 'rotate-90' : undefined} />}
        </span>
        <span
          aria-hidden
          className="flex size-4 items-center justify-center rounded-[4px] border border-edge bg-canvas text-ink"
        >
          {choice === 'all' ? <Check size={12} /> : choice === 'some' ? <Minus size={12} /> : null}
        </span>
      </span>
      <span role="gridcell" className="flex min-w-0 flex-1 items-baseline gap-1.5">
        <Name
          text={shown.name === '' ? 'no thread name' : shown.name}
          whole={
            mayBeCutName(shown.name, engine)
              ? `${shown.name}: perhaps cut by the kernel, which keeps ${longestKernelName} bytes of a name`
              : undefined
          }
          mono
        />
        {isOpen === null ? null : (
          <span className="shrink-0 text-xs text-muted">{formatCount(group.threads.length)} threads</span>
        )}
      </span>
      <span role="gridcell" className="shrink-0 max-sm:hidden">
        <button
          type="button"
          tabIndex={-1}
          className="invisible rounded-md px-1.5 text-xs text-muted group-hover/row:visible hover:text-ink hover:underline"
          onClick={(event) => {
            event.stopPropagation()
            onOnly()
          }}
        >
          Only
        </button>
      </span>
      <span role="gridcell" className="flex shrink-0">
        <SparkBars bins={shown.bins} most={most} />
      </span>
      <span role="gridcell" className="figures w-16 shrink-0 text-right text-muted max-sm:hidden">
        {formatWeightShort(shown.weight, unit)}
      </span>
      <span role="gridcell" className="figures w-14 shrink-0 text-right">
        {formatShare(share)}
      </span>
    </>
  )
}
