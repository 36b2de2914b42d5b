'use client'
import { useCallback } from 'react'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { getShownName, visibleText } from '../../../lib/profile/view/visible-text.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { ComparisonClient } from './worker/comparison-client.ts'
import { describeDelta, formatDeltaLabel } from './format-delta.ts'
import { findMarkedGroup } from './marked-group.ts'
import type { DeltaRows } from './worker/comparison-messages.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import { useResponse } from '../worker/use-response.ts'
import { getFrameTitle } from '../../../lib/profile/names/base-frames.ts'

/** What is known of the newest merged tree. What is still worked out is null. */
export type Diff = ReturnType<typeof useDiff>

export function useDiff(
  client: ComparisonClient,
  model: TreeModel,
  { selected, searches, comparison: { delta } }: ViewState,
  units: { readonly before: Unit; readonly after: Unit },
) {
  const sides = model.sides!
  // The worker answers in this order: what takes longest comes last.
  const power = useResponse(useCallback(() => client.power(model), [client, model]))
  const tested = useResponse(useCallback(() => client.testSignificance(model, delta), [client, model, delta]))
  const functions = useResponse(useCallback(() => client.functions(model, delta), [client, model, delta]))
  const packages = useResponse(useCallback(() => client.packages(model, delta), [client, model, delta]))
  const classes = useResponse(useCallback(() => client.classes(model, delta), [client, model, delta]))
  const significance = tested.current
  const describe = useCallback(
    (node: number) => describeDelta(sides, node, delta, significance, units),
    [sides, delta, significance, units],
  )
  const describeRow = useCallback(
    (rows: DeltaRows, row: number) =>
      describeDelta({ ...sides, before: rows.before, after: rows.after }, row, delta, rows, units),
    [sides, delta, units],
  )
  const formatLine = useCallback(
    (node: number) => `${nameOf(model, node)} · ${formatDeltaLabel(describe(node), delta)}`,
    [model, describe, delta],
  )
  const marked = findMarkedGroup({ selected, searches }, { package: packages.current, class: classes.current })
  return {
    client,
    sides,
    delta,
    units,
    significance,
    packages: packages.current,
    classes: classes.current,
    functions: functions.current,
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

function nameOf({ tree, frames, strings }: TreeModel, node: number): string {
  const frame = tree.frame[node]!
  return frame < 0 ? 'all' : visibleText(getShownName(getFrameTitle({ frames, strings }, frame)))
}
