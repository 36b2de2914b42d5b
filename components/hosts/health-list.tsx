import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import type { HealthCheck } from '../../lib/health-checks.ts'
import { Command } from '../ui/command.tsx'
import { TextWithCode } from '../ui/text-with-code.tsx'

/** What a host has, and what it lacks with the command that repairs it. */
export function HealthList({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <ul>
      {checks.map((check) => (
        <li
          key={check.code}
          data-health={check.code}
          className="flex flex-wrap items-start gap-x-3 gap-y-1 border-t border-line px-2 py-2"
        >
          {check.isAbsent === true ? (
            <CircleMinus size={16} aria-label="not needed" className="mt-0.5 shrink-0 text-faint" />
          ) : check.ok ? (
            <CircleCheck size={16} aria-label="has" className="mt-0.5 shrink-0 text-good" />
          ) : (
            <TriangleAlert size={16} aria-label="lacks" className="mt-0.5 shrink-0 text-warn" />
          )}
          <div className="min-w-60 flex-1">
            <TextWithCode text={check.title} />
            {check.ok ? null : (
              <p className="text-muted">
                <TextWithCode text={[check.costs, check.remedy].filter(Boolean).join(' ')} />
              </p>
            )}
          </div>
          {check.command && !check.ok ? <Command text={check.command} /> : null}
        </li>
      ))}
    </ul>
  )
}
