'use client'
import { RefreshCw, Stethoscope } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Target } from '../../lib/contract.ts'
import { useMay } from '../access/use-may.tsx'
import { useDoctor } from '../capture/doctor-store.ts'
import { Ago } from '../live/use-now.tsx'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DoctorMatrix } from './doctor-matrix.tsx'
import { LevelLegend } from './level-mark.tsx'
import { matrixOf } from './doctor-cells.ts'
import { SeenFromOutside } from './seen-from-outside.tsx'

/**
 * What each engine can do with this JVM, for each event and from each vantage. The JVM itself is asked when the page is
 * opened, after the checks that make asking safe; until it has answered there is what can be seen from outside.
 */
export function Doctor({ target, isGone }: { target: Target; isGone: boolean }) {
  // Asking may signal the JVM, so it is for those who may profile it.
  const mayAsk = useMay()('capture')
  const { report, isAsking, problem, askAgain } = useDoctor(target.id, mayAsk && !isGone && target.state === 'running')
  const [open, setOpen] = useState<string | null>(null)
  const matrix = useMemo(() => report && matrixOf(report.cells), [report])
  return (
    <Section
      id="doctor"
      title="Doctor"
      actions={
        <>
          <span role="status" className="flex items-center gap-1.5 text-muted">
            {isAsking ? <Spinner /> : null}
            {isAsking ? (
              'Asking the JVM …'
            ) : report ? (
              <span>
                The JVM itself was asked, <Ago at={report.at} />.
              </span>
            ) : (
              'Seen from outside; the JVM was not asked.'
            )}
          </span>
          {isGone || !mayAsk ? null : (
            <Button onClick={askAgain} disabled={isAsking}>
              {report ? <RefreshCw size={14} aria-hidden /> : <Stethoscope size={14} aria-hidden />}
              {report ? 'Examine again' : 'Examine'}
            </Button>
          )}
        </>
      }
    >
      {problem ? <ProblemView problem={problem} className="mb-3" /> : null}
      {report && matrix ? (
        <>
          <LevelLegend />
          <DoctorMatrix target={target} report={report} {...matrix} open={open} onOpen={setOpen} />
        </>
      ) : (
        <SeenFromOutside readiness={target.readiness} />
      )}
    </Section>
  )
}
