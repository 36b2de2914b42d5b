/**
 * Reads a file of the Firefox Profiler in the processed format, which its page and samply save, or in the raw one that
 * Gecko itself writes (`MOZ_PROFILER_SHUTDOWN`). Markers, which are most of such a file, are passed over.
 */
import { emptyTables, type FirefoxTables, rowsShape, schemaShape, tableShape } from './firefox-tables.ts'
import { type JsonEnd, type JsonShape, membersOf, parseJsonStream } from '../json/json-stream.ts'
import { isRecord, numberOr, textOr } from '../json/json-values.ts'
import { createIndexColumn, createNumberColumn } from '../reading/number-column.ts'

export type FirefoxThread = ReturnType<typeof createThread>
export type FirefoxProcess = ReturnType<typeof emptyProcess>

export interface FirefoxFile {
  /** The process of the profile itself; a raw one holds other processes, which only their threads name. */
  readonly main: FirefoxProcess
  /** Those of all processes. */
  readonly threads: readonly FirefoxThread[]
  /** Tables of the whole file; empty where each thread has its own. */
  readonly shared: FirefoxTables
  readonly end: JsonEnd
}

/** Reads as much of the file as can be read; `end` says where it was damaged. Checks no value against another. */
export async function readFirefoxFile(chunks: AsyncIterable<Uint8Array>): Promise<FirefoxFile> {
  const shared = emptyTables()
  const threads: FirefoxThread[] = []
  const main = emptyProcess()
  const end = await parseJsonStream(chunks, profileShape(main, shared, threads))
  return { main, threads, shared, end }
}

function profileShape(process: FirefoxProcess, shared: FirefoxTables, threads: FirefoxThread[]): JsonShape {
  return {
    members: (key) => {
      if (key === 'meta') return metaShape(process)
      if (key === 'libs') return { items: () => ({ value: (lib) => addLib(process, lib) }) }
      if (key === 'shared') return { members: (table) => tableShape(shared, table) }
      if (key === 'threads') return { items: () => threadShape(process, threads) }
      // A raw profile holds the other processes of the browser, each as a profile of its own.
      if (key === 'processes') return { items: () => profileShape(emptyProcess(), shared, threads) }
      return key === 'profile' ? profileShape(process, shared, threads) : null
    },
  }
}

function metaShape(process: FirefoxProcess): JsonShape {
  const members: Readonly<Record<string, (value: unknown) => void>> = {
    startTime: (value) => (process.startTime = numberOr(value, 0)),
    profilingStartTime: (value) => (process.profilingStartTime = numberOr(value, Number.NaN)),
    interval: (value) => (process.intervalMs = numberOr(value, 0)),
    product: (value) => (process.product = textOr(value, '')),
  }
  return { members: (key) => (Object.hasOwn(members, key) ? { value: members[key]! } : null) }
}

function threadShape(process: FirefoxProcess, threads: FirefoxThread[]): JsonShape {
  const thread = createThread(process)
  // Known from here on, so that of a file that is cut the last thread counts too.
  threads.push(thread)
  const members: Readonly<Record<string, JsonShape>> = {
    name: { value: (value) => (thread.name = textOr(value, '')) },
    processName: { value: (value) => (thread.processName = textOr(value, '')) },
    tid: { value: (value) => (thread.tid = Number(typeof value === 'string' ? value.trim() || 0 : value)) },
    samples: samplesShape(thread),
  }
  return { members: (key) => (Object.hasOwn(members, key) ? members[key]! : tableShape(thread.tables, key)) }
}

function samplesShape(thread: FirefoxThread): JsonShape {
  // Of the values of a row in a raw profile, unless its `schema` says another.
  const indexes = { stack: 0, time: 1 }
  const members: Readonly<Record<string, JsonShape>> = {
    stack: { number: (value) => thread.stacks.add(value) },
    time: { number: (value) => thread.times.add(value) },
    timeDeltas: { number: (value) => thread.timeDeltas.add(value) },
    weight: { number: (value) => thread.weights.add(value) },
    weightType: { value: (value) => (thread.weightType = textOr(value, 'samples')) },
    schema: schemaShape(indexes),
    data: rowsShape(indexes, (name, value) => (name === 'stack' ? thread.stacks : thread.times).add(value)),
  }
  return { members: membersOf(members) }
}

function addLib(process: FirefoxProcess, lib: unknown): void {
  if (!isRecord(lib)) return
  const { start, end } = lib
  if (typeof start !== 'number' || typeof end !== 'number') return
  process.libs.push({ start, end, path: textOr(lib.path, '') || textOr(lib.name, '') })
}

function createThread(process: FirefoxProcess) {
  return {
    name: '',
    processName: '',
    /** NaN where the file has text that is no number. */
    tid: 0,
    weightType: 'samples',
    /** A thread's own; empty where those of the whole file are its. */
    tables: emptyTables(),
    process,
    /** Of each sample its row of `stackTable`; -1 without a stack. */
    stacks: createIndexColumn(),
    /** Of each sample ms since the process's `startTime`; empty where the file has `timeDeltas`. */
    times: createNumberColumn(),
    /** Of each sample ms since the one before, of the first since `startTime`; empty where the file has `times`. */
    timeDeltas: createNumberColumn(),
    /** Empty when each sample weighs one. */
    weights: createNumberColumn(),
  }
}

function emptyProcess() {
  return {
    /** Unix ms, 0 when not known. */
    startTime: 0,
    /** ms since `startTime`, NaN when not known. */
    profilingStartTime: Number.NaN,
    /** 0 when not known. */
    intervalMs: 0,
    product: '',
    /** Libraries of a raw profile, whose frames are addresses: from `start` to before `end`. */
    libs: [] as { readonly start: number; readonly end: number; readonly path: string }[],
  }
}
