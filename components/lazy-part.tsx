'use client'
import { Component, type ComponentType, lazy, type ReactNode, useSyncExternalStore } from 'react'
import { isProblem } from '../lib/errors/problem.ts'
import { asProblem } from './api/as-problem.ts'
import { loadPart } from './api/load-part.ts'
import { ReadProblem } from './read-problem.tsx'
import { type Late, reloadMissing, useLateFailure } from './ui/late.ts'
import { createStore } from './ui/store.ts'

/**
 * Gives a component whose script loads when it is first shown, inside of a Suspense. Where the script does not come,
 * the reason stands there with a button that asks again. The next time that it is shown asks again, too: React's
 * `lazy` keeps a failure for ever.
 */
export function createLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const create = () => lazy(async () => ({ default: await loadPart(load) }))
  const newest = createStore(create())
  const retry = () => {
    reloadMissing()
    newest.set(create())
  }
  return function LazyPart(props: Props) {
    const Part = useSyncExternalStore(newest.subscribe, newest.get, newest.get)
    return (
      <PartBoundary part={Part} onRetry={retry}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

interface BoundaryProps {
  /** Another one is another try. */
  readonly part: unknown
  readonly onRetry: () => void
  readonly children: ReactNode
}

interface BoundaryState {
  readonly part: unknown
  readonly failure: { readonly error: unknown } | null
}

class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ part }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return part === state.part ? null : { part, failure: null }
  }

  override state: BoundaryState = { part: this.props.part, failure: null }

  override componentWillUnmount() {
    if (this.state.failure) this.props.onRetry()
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    const { error } = failure
    if (!isProblem(error) || !['part-not-loaded', 'hearth-updated'].includes(error.code)) throw error
    return <ReadProblem problem={asProblem(error)} onRetry={this.props.onRetry} className="m-4" />
  }
}

/** Why a late script did not come, with a button that asks again for all; nothing where it did, and until then. */
export function LateProblem({ late }: { late: Late<unknown> }) {
  const failure = useLateFailure(late)
  return <ReadProblem problem={failure && asProblem(failure.error)} onRetry={reloadMissing} className="m-2" />
}
