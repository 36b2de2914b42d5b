'use client'
import { useCallback, useMemo } from 'react'
import { type DeltaKind, isSignificant } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { nameOfFrame, type NamedFrames, type Unit } from '../../../lib/profile/model/profile.ts'
import { getShownName, visibleText } from '../../../lib/profile/view/visible-text.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { ComparisonClient } from './worker/comparison-client.ts'
import { describeFound, type ExperimentFindings, formatFoundInterval } from './experiment-findings.ts'
import { type DeltaDescription, describeDelta, formatDeltaLabel, notComparable, ofEngines } from './format-delta.ts'
import { createExperimentResults } from './experiment-results.ts'
import { findMarkedGroup } from './marked-group.ts'
import type { FunctionDeltaRows, GroupDeltaRows } from './worker/comparison-messages.ts'
import type { DiffSides, TreeModel } from '../worker/tree-messages.ts'
import { useResponse } from '../worker/use-response.ts'
import { getFrameTitle } from '../../../lib/profile/names/base-frames.ts'

/** State of the newest merged tree. A part that is still computed is null. */
export type Diff = ReturnType<typeof useDiff>

export function useDiff(
  client: ComparisonClient,
  model: TreeModel,
  { selected, searches, comparison: { delta } }: ViewState,
  units: { readonly before: Unit; readonly after: Unit },
  findings: ExperimentFindings | null,
) {
  const sides = model.sides! // each tree of a ComparisonClient has both
  // The worker answers in this order: the longest task comes last.
  const power = useResponse(useCallback(() => client.power(model), [client, model]))
  const tested = useResponse(useCallback(() => client.testSignificance(model, delta), [client, model, delta]))
  const functions = useResponse(useCallback(() => client.functions(model, delta), [client, model, delta]))
  const packages = useResponse(useCallback(() => client.packages(model, delta), [client, model, delta]))
  const classes = useResponse(useCallback(() => client.classes(model, delta), [client, model, delta]))
  const experiment = useMemo(
    () => findings && createExperimentResults({ ...model, ...sides }, delta, findings.changes),
    [model, sides, delta, findings],
  )
  const { current: ofNodes } = tested
  const { current: ofFunctions } = functions
  const { current: ofPackages } = packages
  const { current: ofClasses } = classes
  const decided = useMemo(() => {
    if (experiment === null) return { nodes: null, functions: null, packages: null, classes: null }
    return {
      nodes: ofNodes && experiment.nodes(ofNodes),
      functions: ofFunctions && experiment.functions(ofFunctions),
      packages: ofPackages && experiment.groups(ofPackages),
      classes: ofClasses && experiment.groups(ofClasses),
    }
  }, [experiment, ofNodes, ofFunctions, ofPackages, ofClasses])
  const significance = decided.nodes && decided.nodes.results
  const rowOfNode = useRowsOfNodes(model, decided.functions)
  const findCause = useCauses(model, decided.functions, rowOfNode)
  const describe = useCallback(
    (node: number) => {
      const found = decided.nodes?.findings[node] ?? null
      const isTested = found === null && significance !== null && isSignificant(significance, node)
      const description = describeDelta(sides, node, delta, significance, units, isTested ? findCause(node) : null)
      const row = rowOfNode(node)
      if (found === null) return markHidden(description, decided.functions, row, delta, { sides, node })
      return { ...description, significance: describeFound(found, rawNameOf(model, node), delta) }
    },
    [model, sides, delta, significance, units, findCause, rowOfNode, decided],
  )
  const describeRow = useCallback(
    (rows: FunctionDeltaRows | GroupDeltaRows, row: number) => {
      const compared = { ...sides, before: rows.before, after: rows.after }
      const description = describeDelta(compared, row, delta, rows, units, nameCause(model, rows, row))
      const found = rows.findings?.[row] ?? null
      if (found === null) return description
      const name = nameOfRow(model, rows, row)
      return {
        ...description,
        significance: describeFound(found, name, delta),
        interval: formatFoundInterval(found, name, delta),
      }
    },
    [model, sides, delta, units],
  )
  const formatLine = useCallback(
    (node: number) => `${nameOf(model, node)} · ${formatDeltaLabel(describe(node), delta)}`,
    [model, describe, delta],
  )
  const marked = findMarkedGroup({ selected, searches }, { package: decided.packages, class: decided.classes })
  return {
    client,
    sides,
    delta,
    units,
    significance,
    /** Of these samples alone, which decide what is new and gone: an experiment does not test single boxes. */
    tested: ofNodes,
    packages: decided.packages,
    classes: decided.classes,
    functions: decided.functions,
    power: power.current,
    describe,
    /** Describes a row of packages, classes or functions. */
    describeRow,
    /** The package or class that the user chose; null for none. */
    marked,
    /** All of it on one line. */
    formatLine,
    isWaiting: [power, tested, functions, packages, classes].some(({ isWaiting }) => isWaiting),
  }
}

/**
 * Gives for a node the name of the function that explains the change of its own function; null for none, or until
 * functions are tested.
 */
function useCauses(
  model: TreeModel,
  functions: FunctionDeltaRows | null,
  rowOfNode: (node: number) => number | undefined,
): (node: number) => string | null {
  return useCallback(
    (node: number) => {
      const row = rowOfNode(node)
      return functions === null || row === undefined ? null : nameCause(model, functions, row)
    },
    [model, functions, rowOfNode],
  )
}

/** Gives for a node the row of its function; undefined for none, or until functions are tested. */
function useRowsOfNodes(model: TreeModel, functions: FunctionDeltaRows | null): (node: number) => number | undefined {
  const rows = useMemo(
    () => functions && new Map(Array.from(functions.frame, (frame, row) => [frame, row])),
    [functions],
  )
  return useCallback((node: number) => rows?.get(model.tree.frame[node]!), [model, rows])
}

/** A box whose function is hidden on a side, by the engine of the other, is not said to be 0% there. */
function markHidden(
  description: DeltaDescription,
  functions: FunctionDeltaRows | null,
  row: number | undefined,
  delta: DeltaKind,
  { sides, node }: { readonly sides: DiffSides; readonly node: number },
): DeltaDescription {
  if (functions === null || row === undefined) return description
  const isHidden = (side: 'before' | 'after', hidden: Float64Array | undefined) =>
    sides[side][delta][node] === 0 && (hidden?.[row] ?? 0) > functions[side][delta][row]!
  const [before, after] = [
    isHidden('before', functions.hiddenBefore) ? { before: 'hidden' } : null,
    isHidden('after', functions.hiddenAfter) ? { after: 'hidden' } : null,
  ]
  if (before === null && after === null) return description
  return {
    ...{ ...description, ...before, ...after },
    ...{ delta: notComparable, ratio: notComparable, interval: '', significance: ofEngines },
  }
}

function nameCause(model: NamedFrames, rows: FunctionDeltaRows | GroupDeltaRows, row: number): string | null {
  const cause = rows.cause[row]!
  if (cause < 0) return null
  return 'frame' in rows ? shownNameOf(model, rows.frame[cause]!) : visibleText(getShownName(rows.names[cause]!))
}

/** Gives the name of a package, class or function as the profile has it. */
function nameOfRow(model: TreeModel, rows: FunctionDeltaRows | GroupDeltaRows, row: number): string {
  return 'frame' in rows ? nameOfFrame(model, rows.frame[row]!) : rows.names[row]!
}

function rawNameOf(model: TreeModel, node: number): string {
  return nameOfFrame(model, model.tree.frame[node]!)
}

function nameOf(model: TreeModel, node: number): string {
  const frame = model.tree.frame[node]!
  return frame < 0 ? 'all' : shownNameOf(model, frame)
}

function shownNameOf(named: NamedFrames, frame: number): string {
  return visibleText(getShownName(getFrameTitle(named, frame)))
}
