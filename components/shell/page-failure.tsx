'use client'
import { asProblem } from '../api/as-problem.ts'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'

/** Why a page could not be drawn. */
export function PageFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const problem = asProblem(error)
  // The router keeps the failure of a page whose script did not come.
  const retry = problem.code === 'part-not-loaded' ? () => location.reload() : onRetry
  return (
    <ProblemView problem={problem}>
      <Button onClick={retry}>Try again</Button>
      <Button onClick={() => location.assign('/')}>JVMs</Button>
    </ProblemView>
  )
}
