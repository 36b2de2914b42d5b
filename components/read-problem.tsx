'use client'
import { RotateCw } from 'lucide-react'
import { ProblemView, type ShownProblem } from './problem-view.tsx'
import { Button } from './ui/button.tsx'

/**
 * Why a part of a page could not be read, with a button that asks again, or that reloads a page of a version
 * that is no longer there; nothing where it was read.
 */
export function ReadProblem({
  problem,
  isOlderShown = false,
  onRetry,
  className,
}: {
  problem: ShownProblem | null
  /** Whether an earlier answer is shown beside it. */
  isOlderShown?: boolean
  onRetry: () => void
  className?: string
}) {
  if (problem === null) return null
  return (
    <ProblemView problem={problem} className={className}>
      {isOlderShown ? <p className="w-full">What is shown may be out of date.</p> : null}
      {problem.code === 'hearth-updated' ? (
        <Button icon={RotateCw} onClick={() => location.reload()}>
          Reload
        </Button>
      ) : (
        <Button icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      )}
    </ProblemView>
  )
}
