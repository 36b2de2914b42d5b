/**
 * Merges the provenance of several recordings: facts that all of them share, sums of their counts, and the names of the
 * merged profiles.
 */
import { warnOfProfilerWork } from '../format/warning.ts'
import { engineSeparator, getEngineLabel, splitEngines } from '../model/engine-titles.ts'
import { machineCodeEngines } from '../model/machine-code-engines.ts'
import type { MergedFrom, Profile, ProfileWarning, Provenance } from '../model/profile.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { listRecordings } from './recordings.ts'

/** The earliest of the merged profiles are named, up to so many; their number is exact. */
const mostNamedSources = 200
/** At most so many commands, unused engines and warnings stay: a merge of thousands must not become mostly text. */
const mostTexts = 200

/** Codes of warnings that are found anew of all profiles together. */
const ofAll: ReadonlySet<string> = new Set(['engines-mixed', 'profiler-work'])

export function createProvenanceMerger() {
  let merged: Provenance | null = null
  let weight = 0
  return {
    add(profile: Profile, name: string): void {
      const { provenance } = profile
      const title = name || provenance.target['container'] || provenance.target['service'] || ''
      const next = provenance.mergedFrom
        ? provenance
        : {
            ...provenance,
            mergedFrom: listRecordings(profile, title),
            warnings: provenance.warnings.map((warning) => nameShare(warning, title)),
          }
      weight += totalWeight(profile)
      merged = merged === null ? next : mergeTwo(merged, next)
    },
    finish(): Provenance {
      const { profilerWork, ...rest } = merged!
      const all = (profilerWork?.weight ?? 0) + weight
      const share = profilerWork === null || all === 0 ? 0 : profilerWork.weight / all
      const warnings = [
        ...warnOfEngines(rest.engine),
        ...warnOfProfilerWork({ share, event: rest.event }),
        ...rest.warnings,
      ]
      return { ...rest, warnings, profilerWork: profilerWork && { ...profilerWork, share } }
    },
  }
}

function warnOfEngines(engine: string): Provenance['warnings'] {
  const engines = splitEngines(engine)
  const whole = engines.filter((one) => machineCodeEngines.has(one))
  if (whole.length === 0 || whole.length === engines.length) return []
  const text = `These are of engines that see other frames, ${engines.map(getEngineLabel).join(' and ')}: stacks of ${whole.join(' and ')} begin below a thread's first Java method, so one method may stand twice. Merge those of one engine.`
  return [{ code: 'engines-mixed', text, count: 1 }]
}

/** A share is of that profile alone. */
function nameShare(warning: ProfileWarning, title: string): ProfileWarning {
  return warning.text.includes('%')
    ? { ...warning, text: `${title || 'One of the profiles'}: ${warning.text}` }
    : warning
}

function mergeTwo(a: Provenance, b: Provenance): Provenance {
  const startedAt = a.startedAt === null || b.startedAt === null ? null : Math.min(a.startedAt, b.startedAt)
  return {
    engine: uniqueTexts([a, b].flatMap(({ engine }) => splitEngines(engine))).join(engineSeparator),
    event: a.event,
    vantage: sameOrNull(a.vantage, b.vantage),
    mechanism: sameOrNull(a.mechanism, b.mechanism),
    // Measured of one capture of one JVM.
    overhead: null,
    startedAt,
    // Recorded time, not the time between the first and the last: weights per second stay those of one JVM.
    durationMs: sumOrNull(a.durationMs, b.durationMs),
    frequencyHz: sameOrNull(a.frequencyHz, b.frequencyHz),
    target: commonTexts(a.target, b.target),
    commands: uniqueBy([...a.commands, ...b.commands]),
    versions: commonTexts(a.versions, b.versions),
    sysctls: commonTexts(a.sysctls, b.sysctls),
    lostSamples: a.lostSamples + b.lostSamples,
    profilerWork: a.profilerWork &&
      b.profilerWork && {
        samples: a.profilerWork.samples + b.profilerWork.samples,
        weight: a.profilerWork.weight + b.profilerWork.weight,
        share: 0, // worked out of the sums when all are merged
      },
    resolution: sumResolution(a.resolution, b.resolution),
    symbolMaps: shifted(a, b, startedAt, ({ symbolMaps }, ms) =>
      symbolMaps.map((map) => ({ ...map, atMs: map.atMs + ms })),
    ).sort((one, other) => one.atMs - other.atMs),
    ambiguousFrames: a.ambiguousFrames + b.ambiguousFrames,
    maxDepth:
      a.maxDepth === null || b.maxDepth === null ? (a.maxDepth ?? b.maxDepth) : Math.min(a.maxDepth, b.maxDepth),
    marks: uniqueBy(
      shifted(a, b, startedAt, ({ marks }, ms) =>
        marks.map((mark) => ({ ...mark, fromMs: mark.fromMs + ms, toMs: mark.toMs + ms })),
      ),
      Infinity,
    ).sort((one, other) => one.fromMs - other.fromMs),
    enginesNotUsed: uniqueBy([...a.enginesNotUsed, ...b.enginesNotUsed]),
    warnings: sumWarnings([...a.warnings, ...b.warnings].filter(({ code }) => !ofAll.has(code))),
    mergedFrom: joinSources(a.mergedFrom!, b.mergedFrom!),
    areThreadsRuns: a.areThreadsRuns && b.areThreadsRuns,
  }
}

/** Times of both from the common start; none when one of them does not say when it began. */
function shifted<Row>(
  a: Provenance,
  b: Provenance,
  startedAt: number | null,
  rowsOf: (provenance: Provenance, ms: number) => Row[],
): Row[] {
  return startedAt === null ? [] : [a, b].flatMap((one) => rowsOf(one, one.startedAt! - startedAt))
}

function joinSources(a: MergedFrom, b: MergedFrom): MergedFrom {
  const earliest = [...a.profiles, ...b.profiles].sort(
    (one, other) =>
      (one.startedAt ?? Infinity) - (other.startedAt ?? Infinity) || compareTexts(keyOf(one), keyOf(other)),
  )
  return { count: a.count + b.count, profiles: earliest.slice(0, mostNamedSources) }
}

function sumWarnings(warnings: Provenance['warnings']): Provenance['warnings'] {
  const byText = new Map<string, { code: string; text: string; count: number }>()
  for (const { code, text, count } of warnings) {
    const key = `${code} ${text}`
    const existing = byText.get(key)
    if (existing) existing.count += count
    else byText.set(key, { code, text, count })
  }
  return [...byText]
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([, warning]) => warning)
    .slice(0, mostTexts)
}

function sumResolution(a: Provenance['resolution'], b: Provenance['resolution']): Provenance['resolution'] {
  const kinds = uniqueTexts([...Object.keys(a), ...Object.keys(b)])
  const sum = (kind: string, what: 'frames' | 'named') => (a[kind]?.[what] ?? 0) + (b[kind]?.[what] ?? 0)
  return Object.fromEntries(kinds.map((kind) => [kind, { frames: sum(kind, 'frames'), named: sum(kind, 'named') }]))
}

/** Keeps facts that both have in the same words. */
function commonTexts(a: Record<string, string>, b: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(a).filter(([key, text]) => Object.hasOwn(b, key) && b[key] === text))
}

function uniqueTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareTexts)
}

function uniqueBy<Row>(rows: readonly Row[], most = mostTexts): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return [...byKey]
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([, row]) => row)
    .slice(0, most)
}

const keyOf = (row: unknown) => JSON.stringify(row)
/** Compares by code units, not by language: the order is the same on every host. */
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const sameOrNull = <Value>(a: Value, b: Value): Value | null => (a === b ? a : null)
const sumOrNull = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
