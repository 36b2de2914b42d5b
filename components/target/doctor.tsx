'use client'
import { CircleCheck, CircleSlash, Stethoscope, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { type Readiness, readinessSchema, type Target } from '../../lib/contract.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { FindingList } from '../capture/finding-list.tsx'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'

const levels = {
  ready: { Icon: CircleCheck, tone: 'text-good', text: 'Ready', about: 'Nothing stands in the way.' },
  degraded: {
    Icon: TriangleAlert,
    tone: 'text-warn',
    text: 'Degraded',
    about: 'It works; the graph will lack something.',
  },
  blocked: { Icon: CircleSlash, tone: 'text-bad', text: 'Blocked', about: 'It cannot work until this is repaired.' },
}

/**
 * What each engine can do with this JVM. First by looking alone; the button asks the JVM itself, which signals it once
 * its checks have passed.
 */
export function Doctor({ target }: { target: Target }) {
  const [examined, setExamined] = useState<readonly Readiness[] | null>(null)
  const [isExamining, setIsExamining] = useState(false)
  const [problem, setProblem] = useState<ShownProblem | null>(null)

  const examine = async () => {
    setIsExamining(true)
    setProblem(null)
    try {
      const path = `/api/targets/${target.id}/examine` as const
      setExamined(await callApi(path, { method: 'POST', answer: z.array(readinessSchema) }))
    } catch (error) {
      setProblem(asProblem(error))
    }
    setIsExamining(false)
  }

  const readiness = examined ?? target.readiness
  return (
    <Section
      id="doctor"
      title="Doctor"
      actions={
        <>
          <span role="status" className="text-muted">
            {examined ? 'The JVM itself was asked.' : 'Seen from outside; the JVM was not asked.'}
          </span>
          <Button onClick={() => void examine()} disabled={isExamining}>
            {isExamining ? <Spinner /> : <Stethoscope size={14} aria-hidden />}
            Examine
          </Button>
        </>
      }
    >
      {problem ? <ProblemView problem={problem} className="mb-3" /> : null}
      <ul className="border-t border-line">
        {readiness.map((one) => {
          const { Icon, tone, text, about } = levels[one.level]
          return (
            <li
              key={one.engine}
              data-engine={one.engine}
              className="grid gap-x-6 gap-y-3 border-b border-line py-3 md:grid-cols-[14rem_minmax(0,1fr)]"
            >
              <div>
                <h3 className="flex items-center gap-2 text-base font-medium">
                  <Icon size={16} aria-hidden className={tone} />
                  {one.engine}
                  <span className={`text-sm ${tone}`}>{text}</span>
                </h3>
                <p className="mt-1 text-muted">{about}</p>
              </div>
              <FindingList findings={one.findings} />
            </li>
          )
        })}
      </ul>
      {readiness.length === 0 ? <p className="text-muted">No engine has looked at it yet.</p> : null}
    </Section>
  )
}
