'use client'
import { asProblem } from '../api/as-problem.ts'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'

/** Why a page could not be drawn. */
export function PageFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ProblemView problem={asProblem(error)}>
      <Button onClick={onRetry}>Try again</Button>
      <Button onClick={() => location.assign('/')}>JVMs</Button>
    </ProblemView>
  )
}
