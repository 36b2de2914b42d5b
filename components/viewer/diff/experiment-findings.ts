/** Findings of the experiment of both sides: it tests between the runs of all its configurations, and decides. */
import { formatChanged, formatCostChange, formatCostInterval } from '../../../lib/contract/describe-functions.ts'
import type { FunctionChange } from '../../../lib/contract/experiment-functions.ts'
import { type DeltaKind, maxFalseDiscoveryRate } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { isInPackage } from '../../../lib/profile/names/java-package.ts'
import { formatQValue } from '../../../lib/profile/format/units.ts'
import { useFunctionChanges } from '../../api/use-function-changes.ts'
import type { ComparedExperiment } from '../shell/baseline.ts'

export interface ExperimentFindings {
  /** Those that no other change explains, the largest first. */
  readonly changes: readonly FunctionChange[]
  /** Smaller ones beyond these. */
  readonly more: number
}

const nothing: ExperimentFindings = { changes: [], more: 0 }

/** Gives what the experiment found; null until it is read. Empty without an experiment, or where it cannot be read. */
export function useExperimentFindings(experiment: ComparedExperiment | null): ExperimentFindings | null {
  const { id = null, before, after } = experiment ?? {}
  const loaded = useFunctionChanges(id, { before: String(before), after: String(after) }, '')
  if (id === null) return nothing
  return loaded && (loaded.changes?.result ?? nothing)
}

/** `shop.pricing`, and `+0.78 ms (q < 0.001)`, for each request. */
export function describeFinding(change: FunctionChange): { readonly name: string; readonly cost: string } {
  const { change: cost, q } = change[change.delta]
  return { name: formatChanged(change), cost: `${formatCostChange(cost)} (${formatQValue(q)})` }
}

/** Gives the weight of which the experiment is sure: that of the view, else the one that changed. */
export function getDecidingKind(found: FunctionChange, delta: DeltaKind): DeltaKind {
  return isFoundBy(found, delta) ? delta : found.delta
}

/** Whether this weight of a change is significant, too: the experiment found one of the two. */
export function isFoundBy(found: FunctionChange, delta: DeltaKind): boolean {
  return found[delta].q <= maxFalseDiscoveryRate
}

/** Describes how sure the experiment is of a package or function, by the change that it found. */
export function describeFound(found: FunctionChange, name: string, delta: DeltaKind): string {
  const kind = getDecidingKind(found, delta)
  const chance = `${kind === delta ? '' : `${kind}, `}${formatQValue(found[kind].q)}`
  if (found.name === name) return `significant by the experiment (${chance})`
  const how = isInPackage(name, found.name) ? 'in' : 'explained by'
  return `${how} ${found.name}, which the experiment found (${chance})`
}

/** `+0.65 to +0.93 ms, median`: of its own row alone, and empty where the view is of another weight. */
export function formatFoundInterval(found: FunctionChange, name: string, delta: DeltaKind): string {
  const { interval } = found[delta]
  if (found.name !== name || getDecidingKind(found, delta) !== delta || interval === null) return ''
  return `${formatCostInterval(interval)}, median`
}
