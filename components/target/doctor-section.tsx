'use client'
import { RefreshCw, Stethoscope } from 'lucide-react'
import { useMemo } from 'react'
import type { Readiness } from '../../lib/contract/doctor.ts'
import type { Target } from '../../lib/contract/target.ts'
import { useMay } from '../access/use-may.tsx'
import { useDoctor } from '../capture/doctor-store.ts'
import { Ago } from '../live/use-now.tsx'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DoctorMatrix } from './doctor-matrix.tsx'
import { LevelLegend, LevelMark, readinessLevels } from '../capture/level-mark.tsx'
import { buildMatrix } from './doctor-cells.ts'
import { engineTable } from '../../lib/contract/engines.ts'
import { FindingList } from '../capture/finding-list.tsx'
import { sortFindings } from '../capture/readiness.ts'

/**
 * What each engine can do with this JVM, for each event and from each vantage. The JVM itself is asked when the page is
 * opened, after the checks that make asking safe; until it has answered there is what can be seen from outside.
 */
export function DoctorSection({ target, isGone }: { target: Target; isGone: boolean }) {
  // Asking may signal the JVM, so it is for those who may profile it.
  const mayAsk = useMay()('capture')
  const {
    report,
    isRunning: isAsking,
    problem,
    askAgain,
  } = useDoctor(target.id, mayAsk && !isGone && target.state === 'running')
  const matrix = useMemo(() => report && buildMatrix(report.cells), [report])
  return (
    <Section
      id="doctor"
      title="Doctor"
      actions={
        <>
          <span role="status" className="flex items-center gap-1.5 text-muted">
            {isAsking ? <Spinner /> : null}
            {isAsking ? (
              'Checking …'
            ) : report ? (
              <span>
                Checked <Ago at={report.at} />
              </span>
            ) : (
              'Checked from outside, without attaching to the JVM'
            )}
          </span>
          {isGone || !mayAsk ? null : (
            <Button onClick={askAgain} disabled={isAsking} icon={report ? RefreshCw : Stethoscope}>
              {report ? 'Check again' : 'Check'}
            </Button>
          )}
        </>
      }
    >
      {problem ? <ProblemView problem={problem} className="mb-3" /> : null}
      {report && matrix ? (
        <>
          <LevelLegend />
          <DoctorMatrix target={target} report={report} {...matrix} />
        </>
      ) : (
        <PassiveReadiness readiness={target.readiness} />
      )}
    </Section>
  )
}

/** What a look from outside says of each engine; nothing was signalled for it. */
function PassiveReadiness({ readiness }: { readiness: readonly Readiness[] }) {
  if (readiness.length === 0) return <p className="text-muted">Not checked yet.</p>
  return (
    <ul className="border-t border-line">
      {readiness.map(({ engine, level, findings }) => (
        <li
          key={engine}
          data-engine={engine}
          className="grid gap-x-6 gap-y-2 border-b border-line py-2.5 md:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <h3 className="flex h-5 items-center gap-2 font-medium">
            <LevelMark level={level} size={16} />
            {engineTable[engine].title}
            <span className={`text-sm font-normal ${readinessLevels[level].tone}`}>{readinessLevels[level].text}</span>
          </h3>
          {findings.length > 0 ? (
            <FindingList findings={sortFindings(findings)} />
          ) : (
            <p className="text-muted">Nothing stands in the way.</p>
          )}
        </li>
      ))}
    </ul>
  )
}
