/** One profile of a message under construction: the samples of one service (or container, or process) and kind. */
import { Problem } from '../../errors.ts'
import { eventsOfClasses } from '../../profile/model/event-ids.ts'
import { emptyProvenance, type Profile, type Provenance } from '../../profile/model/profile.ts'
import { createImportBuilder, finishImport } from '../reading/import.ts'
import { readThreadFrame } from '../reading/thread-frame.ts'
import { readHearthMetadata } from '../reading/provenance.ts'
import { createStackCollector } from '../reading/stack-collector.ts'
import { createWarnings } from '../reading/warnings.ts'
import { createOtlpFrames } from './otlp-frames.ts'
import { memberOf, type OtlpObject, ownMetadata } from './otlp-message.ts'
import type { Owner } from './otlp-owner.ts'
import type { OtlpStack } from './otlp-samples.ts'
import { type Attributes, listOf, nanosOf, numberOf, type OtlpTables, textOf } from './otlp-tables.ts'
import type { SampleValues } from './otlp-values.ts'

// A message of the generations with ranges can have a million that overlap in the same million frames.
/** Frames of distinct stacks of an OTLP file; one with more is refused (`parser-limit`). */
export const mostFrames = 20_000_000

/** Attributes with the time of a sample, in ms since the start, and its weight, where integers would be less exact. */
export const ownTime = 'hearth.time'
export const ownWeight = 'hearth.weight'

/** One profile of the message, with its tables, its resource and its scope. */
export interface OtlpPart {
  readonly tables: OtlpTables
  readonly resource: Attributes
  readonly scope: OtlpObject
  readonly profile: OtlpObject
  readonly values: SampleValues
}

interface Budget {
  /** The number of frames that may still come. */
  frames: number
}

interface Around {
  /** Start of the message, in ns since 1970; 0 without any time. */
  readonly start: bigint
  readonly budget: Budget
  /** How many samples of the file became part of one of another time. */
  readonly merged: number
}

/** The stack, the profile and the attributes that some samples have in common. */
export interface OtlpStackOwner {
  readonly part: OtlpPart
  readonly stack: OtlpStack
  readonly attributes: Attributes
}

/** A profile under construction. */
export function createOtlpProfile({ resource, values }: OtlpPart, owner: Owner, { start, budget, merged }: Around) {
  const own = readHearthMetadata(parse(resource.get(ownMetadata)))
  const builder = createImportBuilder({ isOwn: own !== null })
  const frames = createOtlpFrames(builder)
  const stacks = createStackCollector(builder)
  const warnings = createWarnings()
  const versions: Record<string, string> = {}
  const leafIsClass = own === null && eventsOfClasses.has(values.event)
  let end = 0n
  /** The row and thread of each group's samples. */
  const met = new Map<OtlpStackOwner, StackRow & { readonly thread: number }>()
  /** Rows of stacks that were met, by where their indices mean the same. */
  const rowsOf = new Map<object, Map<string, StackRow>>()
  let lastPart: OtlpPart | null = null

  function meetPart(part: OtlpPart): void {
    if (part === lastPart) return
    lastPart = part
    const { profile, scope } = part
    const until = nanosOf(memberOf(profile, 'timeUnixNano')) + nanosOf(memberOf(profile, 'durationNano'))
    if (until > end) end = until
    const [name, version] = [textOf(scope['name']), textOf(scope['version'])]
    if (name !== '' && version !== '') versions[name] = version
    if (part.values.hasOthers) warnings.addCount('values-left-out')
  }

  function stackOf(owner: OtlpStackOwner): StackRow {
    const { stack, part } = owner
    const holder = 'index' in stack ? part.tables : part.profile
    const rows = rowsOf.get(holder) ?? new Map<string, StackRow>()
    rowsOf.set(holder, rows)
    const key = 'index' in stack ? `${stack.index}` : `${stack.start}+${stack.length}`
    const existingRow = rows.get(key)
    if (existingRow !== undefined) return existingRow
    const row = readStack(owner)
    rows.set(key, row)
    return row
  }

  function readStack({ stack, part: { tables, profile } }: OtlpStackOwner): StackRow {
    let line: number | null = null
    let isLeaf = true
    stacks.start()
    for (const index of locationsOf(stack, tables, profile)) {
      const isClass = leafIsClass && isLeaf
      isLeaf = false
      const location = frames.at(tables, index, isClass)
      if (location === null) {
        warnings.addCount('frames-missing')
        continue
      }
      line ??= location.line
      budget.frames -= location.frames.length
      if (budget.frames < 0) throw new Problem('parser-limit', { limit: `${mostFrames / 1e6} million frames` })
      for (const tiered of location.frames) stacks.push(tiered)
    }
    return { stack: stacks.finish(), line: line ?? -1 }
  }

  function rowsOfGroup(group: OtlpStackOwner) {
    const existing = met.get(group)
    if (existing !== undefined) return existing
    const { name, hostTid } = threadOf(group.attributes)
    const rows = { ...stackOf(group), thread: builder.thread(name, hostTid) }
    met.set(group, rows)
    return rows
  }

  return {
    /** Some samples of this part are of this profile; so many of their weights cannot be used. */
    meet(part: OtlpPart, unusable: number): void {
      meetPart(part)
      warnings.addCount('counts-not-usable', unusable)
    },
    /** `timeMs` since the start, NaN without a time; `weight` before its scale. */
    add(group: OtlpStackOwner, timeMs: number, weight: number): void {
      const { stack, line, thread } = rowsOfGroup(group)
      const exact = (name: string) => (own === null ? undefined : group.attributes.get(name))
      const [exactTime, exactWeight] = [exact(ownTime), exact(ownWeight)]
      const whole = exactWeight === undefined ? weight * group.part.values.scale : Number(exactWeight)
      if (!(whole >= 0 && whole < Infinity)) warnings.addCount('counts-not-usable')
      // Our own export has samples of weight 0, and each comes back.
      else if (whole > 0 || own !== null)
        builder.sample(stack, thread, exactTime === undefined ? timeMs : Number(exactTime), whole, line)
    },
    finish(overrides: Partial<Provenance>, left: number): Profile {
      warnings.addCount('stacks-cut', stacks.cut)
      warnings.addCount('profiles-too-many', left)
      warnings.addCount('samples-merged', merged)
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
function* locationsOf(stack: OtlpStack, tables: OtlpTables, profile: OtlpObject): Generator<number> {
  if ('index' in stack) {
    for (const index of tables.stack(stack.index)) yield numberOf(index)
    return
  }
  const indices = listOf(profile['locationIndices'])
  const end = Math.min(indices.length, stack.start + stack.length)
  for (let at = stack.start; at < end; at++) yield numberOf(indices[at])
}

/** async-profiler writes both into the name, as in folded text: `[http-1 tid=4711]`. */
function threadOf(attributes: Attributes): { name: string; hostTid: number } {
  const name = attributes.get('thread.name') ?? ''
  const inside = readThreadFrame(name)
  return { name: inside?.name ?? name, hostTid: Number(attributes.get('thread.id') ?? inside?.tid) }
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
