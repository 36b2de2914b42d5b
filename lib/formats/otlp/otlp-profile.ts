/** One profile of a message under construction: the samples of one service (or container, or process) and kind. */
import { Problem } from '../../errors.ts'
import { eventsOfClasses } from '../../profile/model/event-ids.ts'
import { emptyProvenance, type Profile, type Provenance } from '../../profile/model/profile.ts'
import { createImportBuilder, finishImport } from '../reading/import.ts'
import { readHearthMetadata } from '../reading/provenance.ts'
import { createStackCollector } from '../reading/stack-collector.ts'
import { createWarnings } from '../reading/warnings.ts'
import { createOtlpFrames } from './otlp-frames.ts'
import { memberOf, type OtlpObject } from './otlp-message.ts'
import type { Owner } from './otlp-owner.ts'
import { type Attributes, listOf, nanosOf, numberOf, type OtlpTables, textOf } from './otlp-tables.ts'
import { type SampleValues, weightsOf } from './otlp-values.ts'

/** Of distinct stacks. A message of the generations with ranges can have a million that overlap in the same million frames. */
export const mostFrames = 20_000_000

/** What our own export writes into a resource: the unit and the provenance, as JSON. */
export const ownMetadata = 'hearth.profile'
/** Of a sample: its time in ms since the start and its weight, where integers would lose some of it. */
export const ownTime = 'hearth.time'
export const ownWeight = 'hearth.weight'

/** One profile of the message, with what is around it. */
export interface OtlpPart {
  readonly tables: OtlpTables
  readonly resource: Attributes
  readonly scope: OtlpObject
  readonly profile: OtlpObject
  readonly values: SampleValues
}

interface Budget {
  /** So many frames may still be met. */
  frames: number
}

/** A profile under construction. */
export function createOtlpProfile({ resource, values }: OtlpPart, owner: Owner, start: bigint, budget: Budget) {
  const own = readHearthMetadata(parse(resource.get(ownMetadata)))
  const builder = createImportBuilder({ isOwn: own !== null })
  const frames = createOtlpFrames(builder)
  const stacks = createStackCollector(builder)
  const warnings = createWarnings()
  const versions: Record<string, string> = {}
  const leafIsClass = own === null && eventsOfClasses.has(values.event)
  let end = 0n
  /** Rows of stacks that were met, by where their indices mean the same. */
  const rowsOf = new Map<object, Map<string, StackRow>>()
  let lastPart: OtlpPart | null = null

  function meet(part: OtlpPart): void {
    if (part === lastPart) return
    lastPart = part
    const { profile, scope } = part
    const until = nanosOf(memberOf(profile, 'timeUnixNano')) + nanosOf(memberOf(profile, 'durationNano'))
    if (until > end) end = until
    const [name, version] = [textOf(scope['name']), textOf(scope['version'])]
    if (name !== '' && version !== '') versions[name] = version
    if (part.values.hasOthers) warnings.add('values-left-out', 0)
  }

  function stackOf(sample: OtlpObject, part: OtlpPart): StackRow {
    const { stackIndex, locationsStartIndex, locationsLength } = sample
    const isRange = stackIndex === undefined
    const holder = isRange ? part.profile : part.tables
    const rows = rowsOf.get(holder) ?? new Map<string, StackRow>()
    rowsOf.set(holder, rows)
    const key = isRange ? `${numberOf(locationsStartIndex)}+${numberOf(locationsLength)}` : `${numberOf(stackIndex)}`
    const known = rows.get(key)
    if (known !== undefined) return known
    const row = readStack(sample, part)
    rows.set(key, row)
    return row
  }

  function readStack(sample: OtlpObject, { tables, profile }: OtlpPart): StackRow {
    let line: number | null = null
    let isLeaf = true
    stacks.start()
    for (const index of locationsOf(sample, tables, profile)) {
      const isClass = leafIsClass && isLeaf
      isLeaf = false
      const found = frames.at(tables, index, isClass)
      if (found === null) {
        warnings.add('frames-missing', 0)
        continue
      }
      line ??= found.line
      budget.frames -= found.frames.length
      if (budget.frames < 0) throw new Problem('parser-limit', { limit: `${mostFrames / 1e6} million frames` })
      for (const tiered of found.frames) stacks.push(tiered)
    }
    return { stack: stacks.finish(), line: line ?? -1 }
  }

  return {
    add(sample: OtlpObject, part: OtlpPart, attributes: Attributes): void {
      meet(part)
      const { stack, line } = stackOf(sample, part)
      const { name, hostTid } = threadOf(attributes)
      const thread = builder.thread(name, hostTid)
      const times = listOf(sample['timestampsUnixNano'])
      const exact = (name: string) => (own === null ? undefined : attributes.get(name))
      const exactWeight = exact(ownWeight)
      const exactTime = exact(ownTime)
      const weights = exactWeight === undefined ? weightsOf(sample, times.length, part.values) : [Number(exactWeight)]
      for (const [index, weight] of weights.entries()) {
        if (!(weight >= 0 && weight < Infinity)) warnings.add('counts-not-usable', 0)
        if (!(weight >= 0 && weight < Infinity) || (weight === 0 && own === null)) continue
        const timeMs = times.length === 0 ? Number.NaN : Number(nanosOf(times[index]) - start) / 1e6
        builder.sample(stack, thread, exactTime === undefined ? timeMs : Number(exactTime), weight, line)
      }
    },
    finish(overrides: Partial<Provenance>, left: number): Profile {
      warnings.add('stacks-cut', 0, stacks.cut)
      warnings.add('profiles-too-many', 0, left)
      const described: Provenance = {
        ...emptyProvenance('otlp'),
        ...{ event: values.event, frequencyHz: values.frequencyHz, target: owner.target, versions },
        startedAt: start > 0n ? Number(start) / 1e6 : null,
        durationMs: start > 0n && end > start ? Number(end - start) / 1e6 : null,
      }
      const unit = own?.unit ?? values.unit
      const isNamed = own === null ? { isNamed: frames.isNamed } : {}
      return finishImport({ builder, warnings, unit, described: own?.provenance ?? described, overrides, ...isNamed })
        .profile
    },
  }
}

/** `line` of the innermost Java method, -1 without one. */
interface StackRow {
  readonly stack: number
  readonly line: number
}

/** Leaf first. */
function* locationsOf(sample: OtlpObject, tables: OtlpTables, profile: OtlpObject): Generator<number> {
  if (sample['stackIndex'] !== undefined) {
    for (const index of tables.stack(numberOf(sample['stackIndex']))) yield numberOf(index)
    return
  }
  const indices = listOf(profile['locationIndices'])
  const from = Math.max(0, Math.trunc(numberOf(sample['locationsStartIndex'])))
  const end = Math.min(indices.length, from + numberOf(sample['locationsLength']))
  for (let at = from; at < end; at++) yield numberOf(indices[at])
}

/** async-profiler writes both into the name, as in folded text: `[http-1 tid=4711]`. */
function threadOf(attributes: Attributes): { name: string; hostTid: number } {
  const name = attributes.get('thread.name') ?? ''
  const [, inside, tid] = /^\[(.*) tid=(\d{1,10})\]$/s.exec(name) ?? []
  return { name: inside ?? name, hostTid: tidOf(attributes.get('thread.id') ?? tid) }
}

function tidOf(text: string | undefined): number {
  const tid = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0
  return tid < 2 ** 32 ? tid : 0
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
