'use client'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { DoctorReport } from '../../lib/contract/doctor.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import type { ShownProblem } from '../problem-view.tsx'
import { createStore } from '../ui/store.ts'

/** The doctor's examination of one JVM: its report, or that it is under way, or why it failed. */
export interface Examination {
  /** null until the doctor has answered once; stays while it examines the JVM again, and where that fails. */
  readonly report: DoctorReport | null
  readonly isRunning: boolean
  readonly problem: ShownProblem | null
}

const initialExamination: Examination = { report: null, isRunning: false, problem: null }
/**
 * By target. Kept while this page is open: an examination may send the JVM its attach signal, so a page does not repeat it on every
 * visit.
 */
const examinations = createStore<ReadonlyMap<string, Examination>>(new Map())

function setExamination(targetId: string, examination: Examination): void {
  examinations.set(new Map(examinations.get()).set(targetId, examination))
}

async function examine(targetId: string): Promise<void> {
  const before = examinations.get().get(targetId) ?? initialExamination
  if (before.isRunning) return
  setExamination(targetId, { ...before, isRunning: true, problem: null })
  try {
    const report = await callApi(`/api/v1/targets/${targetId}/doctor`, { method: 'POST', answer: 'doctorReport' })
    setExamination(targetId, { report, isRunning: false, problem: null })
  } catch (error) {
    setExamination(targetId, { ...before, isRunning: false, problem: asProblem(error) })
  }
}

/** What the doctor says of a JVM. It is asked once, when `isWanted` is first true, and again by `askAgain`. */
export function useDoctor(targetId: string, isWanted: boolean): Examination & { readonly askAgain: () => void } {
  const examination = useSyncExternalStore(
    examinations.subscribe,
    () => examinations.get().get(targetId) ?? initialExamination,
    () => initialExamination,
  )
  useEffect(() => {
    if (isWanted && !examinations.get().has(targetId)) void examine(targetId)
  }, [targetId, isWanted])
  const askAgain = useCallback(() => void examine(targetId), [targetId])
  return { ...examination, askAgain }
}
