/** Decides what becomes of the captures that a killed collector left. */
import { addNotRemoved } from '../../contract/capture-state.ts'
import { interrupt } from '../../contract/interrupt-capture.ts'
import { runAllCleanup } from '../../capture/cleanup-records.ts'
import type { Capture } from '../../contract/capture.ts'
import type { Artefacts } from './artefacts.ts'
import type { Journal } from './journal.ts'
import type { LateFiles } from './late-files.ts'

interface RecoveryOptions {
  readonly journal: Journal
  readonly artefacts: Artefacts
  readonly lateFiles: Pick<LateFiles, 'add'>
}

/**
 * Ends its processes, removes its files here and in containers, and marks what was cut off. A capture whose profile is
 * whole on disk goes on waiting for the web side. Oldest first.
 */
export async function recoverCaptures(
  { journal, artefacts, lateFiles }: RecoveryOptions,
  report: (error: unknown) => void,
): Promise<Capture[]> {
  const recovered: Capture[] = []
  for (const { capture, cleanup } of journal.readAll(report)) {
    lateFiles.add(cleanup)
    const left = await runAllCleanup(cleanup, report)
    const isLost = capture.artefacts.some(({ event }) => !artefacts.has(capture.id, event))
    const after = interrupt(addNotRemoved(isLost ? { ...capture, artefacts: [] } : capture, left), Date.now())
    if (after !== capture || cleanup.length > 0) journal.write({ capture: after, cleanup: [] })
    recovered.push(after)
  }
  artefacts.sweep(new Set(recovered.filter(({ artefacts }) => artefacts.length > 0).map(({ id }) => id)))
  return recovered
}
