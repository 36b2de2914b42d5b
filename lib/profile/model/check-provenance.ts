import type { Mark, MergedFrom, Overhead, ProfilerWork, Provenance, ProfileWarning } from './profile.ts'

/** Type of each member. */
const checks: { readonly [Key in keyof Provenance]: (value: unknown) => value is Provenance[Key] } = {
  engine: isText,
  event: isText,
  vantage: isVantage,
  mechanism: (value) => value === null || isText(value),
  overhead: (value) => value === null || isOverhead(value),
  startedAt: isNumberOrNull,
  durationMs: isNumberOrNull,
  frequencyHz: isNumberOrNull,
  target: isTexts,
  commands: (value): value is string[][] => isListOf(value, (command) => isListOf(command, isText)),
  versions: isTexts,
  sysctls: isTexts,
  lostSamples: isNumber,
  profilerWork: (value) => value === null || isProfilerWork(value),
  resolution: (value) => isRecordOf(value, isResolution),
  symbolMaps: (value) => isListOf(value, isSymbolMap),
  ambiguousFrames: isNumber,
  maxDepth: isNumberOrNull,
  marks: (value) => isListOf(value, isMark),
  enginesNotUsed: (value) => isListOf(value, isEngineNotUsed),
  warnings: (value) => isListOf(value, isWarning),
  mergedFrom: (value) => value === null || isMergedFrom(value),
  areThreadsRuns: (value) => typeof value === 'boolean',
}

/** Profiles stored before these were known do not have them. */
const addedLater = {
  ...{ maxDepth: null, marks: [], vantage: null, mechanism: null, overhead: null, profilerWork: null },
  ...{ mergedFrom: null, areThreadsRuns: false },
}

/** Gives the provenance in a piece of parsed JSON, without foreign fields; null when its shape is wrong. */
export function readProvenance(value: unknown): Provenance | null {
  if (!isRecord(value)) return null
  const fields: Record<string, unknown> = { ...addedLater, ...value }
  const entries = Object.entries(checks).map(([key, check]) => [key, fields[key], check(fields[key])] as const)
  if (!entries.every(([, , isSound]) => isSound)) return null
  return Object.fromEntries(entries.map(([key, member]) => [key, member])) as unknown as Provenance
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || isNumber(value)
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecordOf(value, isText)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRecordOf<T>(value: unknown, isPart: (part: unknown) => part is T): value is Record<string, T> {
  return isRecord(value) && Object.values(value).every(isPart)
}

function isListOf<T>(value: unknown, isPart: (part: unknown) => part is T): value is T[] {
  return Array.isArray(value) && value.every(isPart)
}

function isResolution(value: unknown): value is Provenance['resolution'][string] {
  return isRecord(value) && isNumber(value.frames) && isNumber(value.named)
}

function isSymbolMap(value: unknown): value is Provenance['symbolMaps'][number] {
  return isRecord(value) && isNumber(value.atMs) && isNumber(value.symbols)
}

function isMark(value: unknown): value is Mark {
  if (!isRecord(value)) return false
  const { kind, fromMs, toMs, text } = value
  return (
    ['gc', 'safepoint', 'throttled'].some((one) => one === kind) && isNumber(fromMs) && isNumber(toMs) && isText(text)
  )
}

function isEngineNotUsed(value: unknown): value is Provenance['enginesNotUsed'][number] {
  return isRecord(value) && isText(value.engine) && isText(value.reason)
}

function isWarning(value: unknown): value is ProfileWarning {
  const { code, text, count, line } = isRecord(value) ? value : {}
  return isText(code) && isText(text) && isNumber(count) && (line === undefined || isNumber(line))
}

function isMergedFrom(value: unknown): value is MergedFrom {
  return isRecord(value) && isNumber(value.count) && isListOf(value.profiles, isSource)
}

function isSource(value: unknown): value is MergedFrom['profiles'][number] {
  if (!isRecord(value)) return false
  const { name, engine, startedAt, durationMs, samples } = value
  return isText(name) && isText(engine) && isNumberOrNull(startedAt) && isNumberOrNull(durationMs) && isNumber(samples)
}

function isVantage(value: unknown): value is Provenance['vantage'] {
  return value === null || value === 'host' || value === 'helper'
}

function isOverhead(value: unknown): value is Overhead {
  return (
    isRecord(value) && isLoadOrNull(value.before) && isLoadOrNull(value.during) && isListOf(value.attaches, isAttach)
  )
}

function isProfilerWork(value: unknown): value is ProfilerWork {
  return isRecord(value) && isNumber(value.samples) && isNumber(value.weight) && isNumber(value.share)
}

function isLoadOrNull(value: unknown): value is Overhead['before'] {
  return value === null || (isRecord(value) && isNumber(value.cpuPercent) && isNumber(value.seconds))
}

function isAttach(value: unknown): value is Overhead['attaches'][number] {
  return isRecord(value) && isText(value.what) && isNumber(value.ms)
}
