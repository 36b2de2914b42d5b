'use client'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { DoctorReport } from '../../lib/contract/doctor.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import type { ShownProblem } from '../problem-view.tsx'

/** What the doctor said of one JVM, or is about to say. */
export interface Examination {
  /** Stays while it is asked again. */
  readonly report: DoctorReport | null
  readonly isRunning: boolean
  readonly problem: ShownProblem | null
}

const initialExamination: Examination = { report: null, isRunning: false, problem: null }
/** By target. Kept while this page is open: asking may signal the JVM, so it is not done again on every visit. */
const examinations = new Map<string, Examination>()
const listeners = new Set<() => void>()

function set(targetId: string, examination: Examination): void {
  examinations.set(targetId, examination)
  for (const listener of listeners) listener()
}

async function examine(targetId: string): Promise<void> {
  const before = examinations.get(targetId) ?? initialExamination
  if (before.isRunning) return
  set(targetId, { ...before, isRunning: true, problem: null })
  try {
    const report = await callApi(`/api/v1/targets/${targetId}/doctor`, { method: 'POST', answer: 'doctorReport' })
    set(targetId, { report, isRunning: false, problem: null })
  } catch (error) {
    set(targetId, { ...before, isRunning: false, problem: asProblem(error) })
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
    () => examinations.get(targetId) ?? initialExamination,
    () => initialExamination,
  )
  useEffect(() => {
    if (isWanted && !examinations.has(targetId)) void examine(targetId)
  }, [targetId, isWanted])
  const askAgain = useCallback(() => void examine(targetId), [targetId])
  return { ...examination, askAgain }
}
