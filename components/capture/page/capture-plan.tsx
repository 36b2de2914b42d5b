import { CornerDownRight } from 'lucide-react'
import type { Capture } from '../../../lib/contract.ts'
import { Name } from '../../ui/name.tsx'
import { describePlan, describeRequest } from '../capture-labels.ts'

/** By what and from where it records, and which ways were tried before that one, a line each. */
export function CapturePlan({ capture }: { capture: Capture }) {
  const { request, plan, fallbacks, target } = capture
  const asked = [
    describeRequest(request),
    ...(request.scope === 'jvm' ? [] : [request.scope === 'container' ? 'all of its container' : 'the whole host']),
    ...(request.kernelFrames ? ['with kernel frames'] : []),
  ].join(', ')
  return (
    <div className="mb-4 flex flex-col gap-1" data-plan={plan ? `${plan.engine} ${plan.vantage}` : ''}>
      <p>
        {plan ? (
          <>
            <span className="font-medium">{describePlan(plan)}</span>
            <span className="text-muted"> · {asked}</span>
          </>
        ) : (
          <span className="text-muted">{asked}</span>
        )}
        <span className="text-faint"> · host PID {target.hostPid}</span>
      </p>
      {fallbacks.length > 0 ? (
        <ul aria-label="Ways that failed" className="flex flex-col gap-1">
          {fallbacks.map(({ problem, ...way }, index) => {
            const next = fallbacks[index + 1] ?? plan
            return (
              <li key={index} className="flex items-start gap-1.5 text-warn" data-problem={problem.code}>
                <CornerDownRight size={14} aria-hidden className="mt-0.5 shrink-0" />
                <span className="min-w-0">
                  {describePlan(way)} could not: <Name text={problem.title} wrap className="text-ink" />
                  {next ? ` Went on with ${describePlan(next)}.` : ''}
                </span>
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
}
