/** Files that JVMs were asked for and may still write: removed as soon as they come, however late. */
import { settleLateFile } from '../../capture/cleanup-records.ts'
import { type CleanupRecord, type LateFile, lateFileSchema } from '../../capture/cleanup-record-schema.ts'
import { isProblem } from '../../errors.ts'
import { openOwnList } from '../breaker/own-list.ts'

export type LateFiles = ReturnType<typeof openLateFiles>

/** What a JVM of this process makes now is of a capture. */
export type IsRecorded = (file: LateFile) => boolean

/** Late files that are remembered, to be removed; the ones noted longest ago are forgotten, and stay. */
const maxLateFiles = 1000
/** First pause before a JVM is asked again for a late file, doubled each time: a stuck one is left in peace. */
const firstPauseMs = 5000
/** The longest pause between two questions to a JVM that still owes a file; it doubles each time. */
const longestQuestionPauseMs = 10 * 60_000

/**
 * Opens the list in a file of the run directory: a reboot ends the JVMs too. `report` gets what is no Problem but a
 * bug.
 */
export function openLateFiles(directory: string, report: (error: unknown) => void) {
  const list = openOwnList(directory, 'late-files.json', lateFileSchema)
  const stopping = new AbortController()
  let settling = Promise.resolve()
  /** When each JVM is asked again. */
  const questions = new Map<string, { readonly atMs: number; readonly pauseMs: number }>()

  async function settle(file: LateFile): Promise<void> {
    const jvm = `${file.hostPid} ${file.startTicks}`
    const { atMs, pauseMs } = questions.get(jvm) ?? { atMs: 0, pauseMs: firstPauseMs }
    const asks = performance.now() >= atMs
    if (asks)
      questions.set(jvm, { atMs: performance.now() + pauseMs, pauseMs: Math.min(2 * pauseMs, longestQuestionPauseMs) })
    try {
      // null: the file is looked for, and the JVM is asked nothing. false: it may still come.
      if (!(await settleLateFile(file, asks ? stopping.signal : null))) return
      questions.delete(jvm)
      list.update((listed) => listed.filter((other) => !isSame(other, file)))
    } catch (error) {
      if (!isProblem(error)) report(error) // a Problem: it is looked at again
    }
  }

  /** Tasks run one after the other: each writes the list. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    return (settling = settling.then(work))
  }

  return {
    /** Files that a JVM may still write, or that could not be removed so far. */
    list: (): readonly LateFile[] => list.read(),
    /**
     * Adds the late files of `records`; they are on the disk when it returns. Each JVM is asked whether it has done its
     * work.
     */
    add(records: readonly CleanupRecord[]): void {
      const files = records.filter((record) => record.kind === 'late-file')
      if (files.length === 0) return
      list.update((listed) =>
        [...files.filter((file) => !listed.some((other) => isSame(other, file))), ...listed].slice(0, maxLateFiles),
      )
      void enqueue(async () => {
        for (const file of files) await settle(file)
      })
    },
    /** Looks whether any has come, and asks the JVM again after a while. */
    sweep: (isRecorded: IsRecorded): Promise<void> =>
      enqueue(async () => {
        for (const file of list.read()) if (!isRecorded(file)) await settle(file)
      }),
    /** Resolves when nothing is looked at any more. */
    settled: () => settling,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await settling
      list[Symbol.dispose]()
    },
  }
}

function isSame(a: LateFile, b: LateFile): boolean {
  return a.hostPid === b.hostPid && a.startTicks === b.startTicks && a.path === b.path
}
