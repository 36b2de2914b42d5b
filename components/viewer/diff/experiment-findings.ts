/** Findings of the experiment of both sides: it tests between the runs of all its configurations, and decides. */
import { formatChanged, formatCostChange } from '../../../lib/contract/describe-functions.ts'
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

/** null until they are read. Nothing where there is no experiment, or it cannot be read. */
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

/** Whether it is the change of one of the findings, or of a part or the whole of it. */
export function isFound({ changes }: ExperimentFindings, name: string): boolean {
  return changes.some(
    (found) =>
      [found.name, ...found.explains.names].includes(name) ||
      isInPackage(name, found.name) ||
      isInPackage(found.name, name),
  )
}

/**
 * Gives the change that the experiment found of a package or function: its own, or one in the same direction that it is
 * a part of or is explained by; null for none.
 */
export function findFinding(
  { changes }: ExperimentFindings,
  name: string,
  { delta, change }: { readonly delta: DeltaKind; readonly change: number },
): FunctionChange | null {
  const own = changes.find((found) => found.name === name)
  const isWith = (found: FunctionChange) =>
    found[delta].q <= maxFalseDiscoveryRate &&
    found[delta].change * change > 0 &&
    (found.explains.names.includes(name) || (found.level === 'package' && isInPackage(name, found.name)))
  return own ?? changes.find(isWith) ?? null
}

/** Describes how sure the experiment is of a package or function, by the change that it found. */
export function describeFound(found: FunctionChange, name: string, delta: DeltaKind): string {
  if (found.name === name) return `significant by the experiment (${formatQValue(found[found.delta].q)})`
  const how = isInPackage(name, found.name) ? 'in' : 'explained by'
  return `${how} ${found.name}, which the experiment found (${formatQValue(found[delta].q)})`
}
