'use client'
import { Circle, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { captureStateLabels } from '../../../lib/contract/capture-labels.ts'
import type { Capture } from '../../../lib/contract/capture.ts'
import { formatDuration } from '../../../lib/profile/format/units.ts'
import { useNow } from '../../live/use-now.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { listPhases, type PhaseRow } from '../capture-phase.ts'

/**
 * Lists the phases of a capture, one a line. `isAway`: the collector does not answer, so it is unknown how long the
 * current phase has taken.
 */
export function PhaseList({ capture, isAway = false }: { capture: Capture; isAway?: boolean }) {
  const now = useNow()
  return (
    <ol aria-label="Phases" className="border-t border-line">
      {listPhases(capture, now).map((row) => (
        <Phase key={row.state} row={row} isAway={isAway && row.status === 'now'} />
      ))}
    </ol>
  )
}

const marks = {
  over: <CircleCheck size={16} aria-label="over" className="text-good" />,
  now: <Spinner size={16} />,
  ahead: <Circle size={16} aria-label="ahead" className="text-faint" />,
  // The capture failed or was cancelled in this phase.
  broken: <CircleX size={16} aria-label="ended here" className="text-bad" />,
}

function Phase({ row, isAway }: { row: PhaseRow; isAway: boolean }) {
  const { title, about } = captureStateLabels[row.state]
  return (
    <li
      aria-current={row.status === 'now' ? 'step' : undefined}
      className="grid min-h-10 grid-cols-[1.25rem_8rem_minmax(0,1fr)_5.5rem] items-center gap-x-2 border-b border-line px-2 py-1.5 max-sm:grid-cols-[1.25rem_minmax(0,1fr)_5.5rem]"
    >
      {isAway ? <CircleHelp size={16} aria-label="as last seen" className="text-warn" /> : marks[row.status]}
      <span className={row.status === 'ahead' ? 'text-faint' : row.status === 'now' ? 'font-medium' : undefined}>
        {title}
      </span>
      <span className={`max-sm:hidden ${row.status === 'ahead' ? 'text-faint' : 'text-muted'}`}>{about}</span>
      <span className="figures text-right text-muted">
        {row.tookMs === null || isAway ? '' : formatDuration(row.tookMs)}
      </span>
    </li>
  )
}
