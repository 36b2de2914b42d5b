'use client'
import { asProblem } from '../api/as-problem.ts'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'

/** Why a page could not be drawn. `digest` is what the server's log has the details under. */
export function PageFailure({ error, onRetry }: { error: Error & { digest?: string }; onRetry: () => void }) {
  const problem = asProblem(error)
  return (
    <ProblemView problem={error.digest ? { ...problem, code: `log entry ${error.digest}` } : problem}>
      <Button onClick={onRetry}>Try again</Button>
      <Button onClick={() => location.assign('/')}>JVMs</Button>
    </ProblemView>
  )
}
