'use client'
import { useMemo } from 'react'
import type { TreeClient } from '../worker/tree-client.ts'
import type { BuiltSandwich, DrawnTree } from '../worker/tree-messages.ts'
import { useAnswer } from '../worker/use-response.ts'

/** Callers and callees of a function, asked for while they are shown. */
export function useSandwich(
  client: TreeClient,
  drawn: DrawnTree,
  name: string | null,
): { sandwich: BuiltSandwich | null; isWaiting: boolean } {
  const ask = useMemo(
    () => (name === null || name === '' ? null : async () => ({ drawn, ...(await client.sandwich(drawn, name)) })),
    [client, drawn, name],
  )
  const { answer, isWaiting } = useAnswer(ask)
  // Its frames are those of its tree.
  return { sandwich: answer?.drawn === drawn && answer.name === name ? answer : null, isWaiting }
}
