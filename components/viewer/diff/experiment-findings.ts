/** What the experiment of both sides found: it tests between the runs of all its configurations, and decides. */
import { formatChanged, formatCostChange } from '../../../lib/contract/describe-functions.ts'
import type { FunctionChange } from '../../../lib/contract/experiment-functions.ts'
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

/** How sure the experiment is of a package or function; null where it names it nowhere. */
export function formatFindingOf({ changes }: ExperimentFindings, name: string): string | null {
  const found = changes.find((one) => one.name === name)
  return found === undefined ? null : `significant by the experiment (${formatQValue(found[found.delta].q)})`
}
