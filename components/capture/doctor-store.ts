'use client'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { DoctorReport } from '../../lib/contract.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import type { ShownProblem } from '../problem-view.tsx'

/** What the doctor said of one JVM, or is about to say. */
export interface Examination {
  /** Stays while it is asked again. */
  readonly report: DoctorReport | null
  readonly isAsking: boolean
  readonly problem: ShownProblem | null
}

const unasked: Examination = { report: null, isAsking: false, problem: null }
/** By target. Kept while this page is open: asking may signal the JVM, so it is not done again on every visit. */
const known = new Map<string, Examination>()
const listeners = new Set<() => void>()

function set(targetId: string, examination: Examination): void {
  known.set(targetId, examination)
  for (const listener of listeners) listener()
}

async function ask(targetId: string): Promise<void> {
  const before = known.get(targetId) ?? unasked
  if (before.isAsking) return
  set(targetId, { ...before, isAsking: true, problem: null })
  try {
    const report = await callApi(`/api/v1/targets/${targetId}/doctor`, { method: 'POST', answer: 'doctorReport' })
    set(targetId, { report, isAsking: false, problem: null })
  } catch (error) {
    set(targetId, { ...before, isAsking: false, problem: asProblem(error) })
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the doctor says of a JVM. Asked when it is wanted and nobody has asked yet, and again on demand. */
export function useDoctor(targetId: string, isWanted: boolean): Examination & { readonly askAgain: () => void } {
  const examination = useSyncExternalStore(
    subscribe,
    () => known.get(targetId) ?? unasked,
    () => unasked,
  )
  useEffect(() => {
    if (isWanted && !known.has(targetId)) void ask(targetId)
  }, [targetId, isWanted])
  const askAgain = useCallback(() => void ask(targetId), [targetId])
  return { ...examination, askAgain }
}
