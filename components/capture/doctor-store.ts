'use client'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { DoctorReport } from '../../lib/contract/doctor.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import type { ShownProblem } from '../problem-view.tsx'
import { createStore } from '../ui/store.ts'

/** The doctor's examination of one JVM: its report, or that it is under way, or why it failed. */
export interface Examination {
  /** The latest report; null before the first one. It stays while a new examination runs, and if that fails. */
  readonly report: DoctorReport | null
  readonly isRunning: boolean
  readonly problem: ShownProblem | null
}

const initialExamination: Examination = { report: null, isRunning: false, problem: null }
/**
 * The cache of reports. Keys are ids of targets. Entries last until the page is reloaded: an examination may send the
 * JVM its attach signal, so it is not repeated each time that the JVM is shown.
 */
const examinations = createStore<ReadonlyMap<string, Examination>>(new Map())

function setExamination(targetId: string, examination: Examination): void {
  examinations.set(new Map(examinations.get()).set(targetId, examination))
}

async function examine(targetId: string): Promise<void> {
  const previous = examinations.get().get(targetId) ?? initialExamination
  if (previous.isRunning) return
  setExamination(targetId, { ...previous, isRunning: true, problem: null })
  try {
    const report = await callApi(`/api/v1/targets/${targetId}/doctor`, { method: 'POST', answer: 'doctorReport' })
    setExamination(targetId, { report, isRunning: false, problem: null })
  } catch (error) {
    setExamination(targetId, { ...previous, isRunning: false, problem: asProblem(error) })
  }
}

/**
 * The doctor's examination of a JVM. If there is none yet, it starts when `isWanted` becomes true; `askAgain` repeats
 * it.
 */
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
