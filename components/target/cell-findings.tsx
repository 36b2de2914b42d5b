'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Readiness } from '../../lib/contract/doctor.ts'
import type { Target } from '../../lib/contract/target.ts'
import { useMay } from '../access/use-may.tsx'
import { callApi } from '../api/call-api.ts'
import { engineTable, vantageLabels, eventLabels } from '../../lib/contract/engines.ts'
import { describePlan } from '../capture/capture-labels.ts'
import { FindingList } from '../capture/finding-list.tsx'
import { sortFindings } from '../capture/readiness.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem } from '../ui/toast.tsx'
import type { MatrixCell } from './doctor-cells.ts'
import { LevelMark, readinessLevels } from '../capture/level-mark.tsx'

/**
 * Shows the doctor's findings for one engine and event, from each vantage: the check, its evidence, what repairs it.
 */
export function CellFindings({ target, cell }: { target: Target; cell: MatrixCell }) {
  return (
    <div
      role="group"
      aria-label={`${eventLabels[cell.event].title} by ${engineTable[cell.engine].title}`}
      className="grid gap-x-8 gap-y-5 rounded-md bg-surface p-4 lg:grid-cols-2"
    >
      {cell.readiness.map((readiness) => (
        <VantageFindings key={readiness.vantage} target={target} readiness={readiness} />
      ))}
    </div>
  )
}

function VantageFindings({ target, readiness }: { target: Target; readiness: Readiness }) {
  const { engine, vantage, event, level, findings } = readiness
  const may = useMay()
  return (
    <section className="flex min-w-0 flex-col gap-3" data-vantage={vantage}>
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <LevelMark level={level} size={16} />
        <span className="font-medium">
          {engineTable[engine].title} {vantageLabels[vantage]}
        </span>
        <span className={readinessLevels[level].tone}>{readinessLevels[level].text}</span>
        <span className="text-muted">{readinessLevels[level].about}</span>
      </h3>
      <FindingList findings={sortFindings(findings)} />
      {level === 'blocked' || !may('capture') ? null : (
        <StartButton target={target} readiness={{ engine, vantage, event }} />
      )}
    </section>
  )
}

/** Profiles with this engine from this vantage, also where Hearth would choose another. */
function StartButton({
  target,
  readiness,
}: {
  target: Target
  readiness: Pick<Readiness, 'engine' | 'vantage' | 'event'>
}) {
  const router = useRouter()
  const [isStarting, setStarting] = useState(false)
  const { event, ...plan } = readiness
  const start = () => {
    setStarting(true)
    callApi('/api/v1/captures', {
      method: 'POST',
      body: { targetId: target.id, ...plan, events: [event] },
      answer: 'capture',
    }).then(
      ({ id }) => router.push(`/captures/${id}`),
      (error: unknown) => {
        showProblem(error)
        setStarting(false)
      },
    )
  }
  return (
    <p>
      <Button size="small" disabled={isStarting} onClick={start}>
        {isStarting ? <Spinner /> : null}
        Profile {eventLabels[event].title} with {describePlan(plan)}
      </Button>
    </p>
  )
}
