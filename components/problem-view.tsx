import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './ui/class-names.ts'
import { TextWithCode } from './ui/text-with-code.tsx'

/** What a Problem is drawn from: `Problem.toJSON()`, an answer of our API, or one kept in a capture. */
export interface ShownProblem {
  readonly title: string
  readonly remedy: string
  readonly code: string
}

/** The one way a failure looks: what happened, what to do, its code for the log and the bug report. */
export function ProblemView({
  problem,
  children,
  className,
}: {
  problem: ShownProblem
  /** Buttons that help: try again, go back. */
  children?: ReactNode
  className?: string
}) {
  return (
    <div
      role="alert"
      data-problem={problem.code}
      className={classNames('flex gap-3 rounded-md border border-bad/40 bg-bad-wash px-4 py-3', className)}
    >
      <OctagonAlert size={18} aria-hidden className="mt-px shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <TextWithCode text={problem.title} />
        </p>
        {problem.remedy === '' ? null : (
          <p className="mt-1 text-muted">
            <TextWithCode text={problem.remedy} />
          </p>
        )}
        {children ? <div className="mt-3 flex flex-wrap gap-2">{children}</div> : null}
        <p className="mt-2 font-mono text-xs text-faint">{problem.code}</p>
      </div>
    </div>
  )
}
