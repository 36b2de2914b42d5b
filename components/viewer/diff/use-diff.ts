'use client'
import { useCallback, useMemo } from 'react'
import type { ComparisonView, DeltaKind, Verdicts } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { visibleText } from '../../ui/visible-text.ts'
import type { ComparisonClient } from './worker/comparison-client.ts'
import type { FunctionRows, GoneAndNew, Power } from './worker/comparison-messages.ts'
import { describeDelta, sayDelta, type DeltaWords } from './format-delta.ts'
import { shownName } from '../details/frame-labels.ts'
import type { DrawnTree, UnionSides } from '../worker/tree-messages.ts'
import { useAnswer } from '../worker/use-response.ts'

/** What is known of the newest union. What is still worked out is null. */
export interface Diff {
  readonly client: ComparisonClient
  readonly sides: UnionSides
  readonly delta: DeltaKind
  readonly units: { readonly before: Unit; readonly after: Unit }
  readonly verdicts: Verdicts | null
  readonly functions: FunctionRows | null
  readonly changes: GoneAndNew | null
  readonly power: Power | null
  readonly wordsOf: (node: number) => DeltaWords
  /** All of it on one line. */
  readonly lineOf: (node: number) => string
  readonly isWaiting: boolean
}

export function useDiff(
  client: ComparisonClient,
  drawn: DrawnTree,
  { delta }: Pick<ComparisonView, 'delta'>,
  units: Diff['units'],
): Diff {
  const sides = drawn.sides!
  // The worker answers in this order: what takes longest comes last.
  const power = useOf(
    drawn,
    '',
    useCallback(() => client.power(drawn), [client, drawn]),
  )
  const changed = useOf(
    drawn,
    '',
    useCallback(() => client.changes(drawn), [client, drawn]),
  )
  const judged = useOf(
    drawn,
    delta,
    useCallback(() => client.judge(drawn, delta), [client, drawn, delta]),
  )
  const listed = useOf(
    drawn,
    delta,
    useCallback(() => client.functions(drawn, delta), [client, drawn, delta]),
  )
  const verdicts = judged.answer
  const wordsOf = useCallback(
    (node: number) => describeDelta(sides, node, delta, verdicts, units),
    [sides, delta, verdicts, units],
  )
  const lineOf = useCallback(
    (node: number) => `${nameOf(drawn, node)} · ${sayDelta(wordsOf(node), delta)}`,
    [drawn, wordsOf, delta],
  )
  return {
    client,
    sides,
    delta,
    units,
    verdicts,
    functions: listed.answer,
    changes: changed.answer,
    power: power.answer,
    wordsOf,
    lineOf,
    isWaiting: judged.isWaiting || listed.isWaiting || changed.isWaiting || power.isWaiting,
  }
}

/** An answer that holds for this very tree and kind of delta only: its numbers are nodes. */
function useOf<Value>(drawn: DrawnTree, about: string, ask: () => Promise<Value>) {
  const asked = useMemo(() => async () => ({ drawn, about, value: await ask() }), [drawn, about, ask])
  const { answer, isWaiting } = useAnswer(asked)
  return { answer: answer?.drawn === drawn && answer.about === about ? answer.value : null, isWaiting }
}

function nameOf({ tree, frames, strings }: DrawnTree, node: number): string {
  const frame = tree.frame[node]!
  return frame < 0 ? 'all' : visibleText(shownName(strings[frames.name[frame]!]!), 300)
}
