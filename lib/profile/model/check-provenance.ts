import type { Mark, Overhead, Provenance, ProfileWarning } from './profile.ts'

/** The provenance in a piece of parsed JSON, without what does not belong to it; null when its shape is wrong. */
export function readProvenance(value: unknown): Provenance | null {
  if (!isRecord(value)) return null
  const { engine, event, startedAt, durationMs, frequencyHz, target, commands, versions, sysctls } = value
  const { lostSamples, resolution, symbolMaps, ambiguousFrames, enginesNotUsed, warnings } = value
  // Profiles stored before these were known do not have them.
  const { maxDepth = null, marks = [], vantage = null, mechanism = null, overhead = null } = value
  const sound =
    isText(engine) &&
    isText(event) &&
    isVantage(vantage) &&
    (mechanism === null || isText(mechanism)) &&
    (overhead === null || isOverhead(overhead)) &&
    isNumberOrNull(startedAt) &&
    isNumberOrNull(durationMs) &&
    isNumberOrNull(frequencyHz) &&
    isRecordOf(target, isText) &&
    isListOf(commands, (command): command is string[] => isListOf(command, isText)) &&
    isRecordOf(versions, isText) &&
    isRecordOf(sysctls, isText) &&
    isNumber(lostSamples) &&
    isRecordOf(resolution, isResolution) &&
    isListOf(symbolMaps, isSymbolMap) &&
    isNumber(ambiguousFrames) &&
    isNumberOrNull(maxDepth) &&
    isListOf(marks, isMark) &&
    isListOf(enginesNotUsed, isEngineNotUsed) &&
    isListOf(warnings, isWarning)
  if (!sound) return null
  return {
    engine,
    event,
    vantage,
    mechanism,
    overhead,
    startedAt,
    durationMs,
    frequencyHz,
    target,
    commands,
    versions,
    sysctls,
    lostSamples,
    resolution,
    symbolMaps,
    ambiguousFrames,
    maxDepth,
    marks,
    enginesNotUsed,
    warnings,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value)

function isRecord(value: unknown): value is Record<string, unknown> {
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

function isVantage(value: unknown): value is Provenance['vantage'] {
  return value === null || value === 'host' || value === 'helper'
}

function isOverhead(value: unknown): value is Overhead {
  return (
    isRecord(value) && isLoadOrNull(value.before) && isLoadOrNull(value.during) && isListOf(value.attaches, isAttach)
  )
}

function isLoadOrNull(value: unknown): value is Overhead['before'] {
  return value === null || (isRecord(value) && isNumber(value.cpuPercent) && isNumber(value.seconds))
}

function isAttach(value: unknown): value is Overhead['attaches'][number] {
  return isRecord(value) && isText(value.what) && isNumber(value.ms)
}
