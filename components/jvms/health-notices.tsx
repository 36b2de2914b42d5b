'use client'
import { TriangleAlert } from 'lucide-react'
import type { HealthCheck } from '../../lib/health-checks.ts'
import { useLive } from '../live/use-live.tsx'
import { ProblemView } from '../problem-view.tsx'
import { Command } from '../ui/command.tsx'
import { TextWithCode } from '../ui/text-with-code.tsx'

/** Shows what this host lacks, what that costs and the command that repairs it. Nothing at all when all is well. */
export function HealthNotices({ health }: { health: readonly HealthCheck[] }) {
  const collectorProblem = useLive((state) => state.collectorProblem)
  // That the collector is away is said once.
  const lacking = health.filter(({ ok, code }) => !ok && !(collectorProblem && code === 'collector'))
  // Then the page says above that the dashboard is away, and nothing is known of the host.
  const isAway = useLive((state) => state.connection === 'away')
  if (isAway || (!collectorProblem && lacking.length === 0)) return null
  return (
    <div className="flex flex-col gap-3">
      {collectorProblem ? <ProblemView problem={collectorProblem} /> : null}
      {lacking.length > 0 ? (
        <ul
          aria-label="What this host lacks"
          className="divide-y divide-warn/25 rounded-md border border-warn/40 bg-warn-wash"
        >
          {lacking.map((check) => (
            <li
              key={check.code}
              data-health={check.code}
              className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5"
            >
              <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
              <div className="min-w-60 flex-1">
                <p className="font-medium">
                  <TextWithCode text={check.title} />
                </p>
                <p className="text-muted">
                  <TextWithCode text={[check.costs, check.remedy].filter(Boolean).join(' ')} />
                </p>
              </div>
              {check.command ? (
                <div className="max-w-full">
                  <Command text={check.command} />
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
