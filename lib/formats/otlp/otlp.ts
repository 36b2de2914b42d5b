/**
 * Reads OTLP profiles, which OpenTelemetry's profilers and collectors send, as protobuf or JSON, one message a file. A
 * message holds many resources, and gives one profile for each service (or container, or process) and kind of sample.
 * Our own export (write-otlp.ts) comes back without loss.
 */
import { mostProfilesOfFile } from '../../contract/constants.ts'
import { Problem } from '../../errors.ts'
import type { Profile } from '../../profile/model/profile.ts'
import type { ReaderOptions } from '../reading/import.ts'
import { decodeOtlpJson } from './otlp-json.ts'
import { memberOf } from './otlp-message.ts'
import { findOwner, type Owner } from './otlp-owner.ts'
import { createOtlpProfile, mostFrames, type OtlpPart, type OtlpStackOwner } from './otlp-profile.ts'
import { decodeOtlp } from './otlp-protobuf.ts'
import type { OtlpGroup, OtlpMessage, OtlpSamples } from './otlp-samples.ts'
import { createTables, nanosOf } from './otlp-tables.ts'
import { readSampleValues } from './otlp-values.ts'

/** Owners (services, containers or processes) that a message has at most. */
const mostOwners = 10_000

type Chunks = AsyncIterable<Uint8Array>

/** Gives the profiles of a message. Throws: Problem `unreadable-profile`, `parser-limit`. */
export async function readOtlp(chunks: Chunks, options: ReaderOptions = {}): Promise<readonly Profile[]> {
  return createProfiles(await decodeOtlp(chunks), options)
}

/** The same in JSON. Throws: Problem `unreadable-profile`, `parser-limit`. */
export async function readOtlpJson(chunks: Chunks, options: ReaderOptions = {}): Promise<readonly Profile[]> {
  return createProfiles(await decodeOtlpJson(chunks), options)
}

function createProfiles(message: OtlpMessage, { provenance = {} }: ReaderOptions): readonly Profile[] {
  const { samples } = message
  const parts = partsOf(message)
  const groups = samples.groups().map((group) => ownedGroup(group, parts[group.part]!))
  const { keys, left } = chooseHeaviest(groups)
  const start = findStart(parts, samples)
  const budget = { frames: mostFrames }
  const byKey = new Map<string, ReturnType<typeof createOtlpProfile>>()
  const profileOf = ({ part, owner, key }: OwnedGroup) => {
    if (!byKey.has(key)) byKey.set(key, createOtlpProfile(part, owner, { start, budget, merged: samples.merged }))
    return byKey.get(key)!
  }
  // Samples with stacks are of one type: null. Those with ranges may have a value of each.
  const indexOf = (group: number) => {
    const { stack, part } = groups[group]!
    return 'index' in stack ? null : part.values.index
  }
  for (const [index, group] of groups.entries())
    if (keys.has(group.key)) profileOf(group).meet(group.part, samples.unusable(index, indexOf(index)))
  /** Nanoseconds. */
  const sinceStart = Number(samples.origin - start)
  for (const { group: index, atNanos, weight } of samples.moments(indexOf)) {
    const group = groups[index]!
    if (keys.has(group.key)) profileOf(group).add(group, (atNanos + sinceStart) / 1e6, weight)
  }
  return [...byKey.values()].map((one) => one.finish(provenance, left))
}

function partsOf({ parts, dictionary }: OtlpMessage): OtlpPart[] {
  const shared = dictionary === null ? null : createTables(dictionary)
  return parts.map(({ resource, scope, profile }) => {
    const tables = shared ?? createTables(profile)
    return {
      tables,
      resource: tables.attributesOf(resource),
      scope,
      profile,
      values: readSampleValues(profile, tables),
    }
  })
}

/** Whose samples they are, and the key of the profile that they belong into. */
interface OwnedGroup extends OtlpStackOwner {
  readonly owner: Owner
  readonly key: string
  readonly samples: number
}

function ownedGroup({ stack, attributes: indices, samples }: OtlpGroup, part: OtlpPart): OwnedGroup {
  const { tables, resource, values } = part
  const attributes = tables.attributes({ attributeIndices: indices })
  const owner = findOwner(resource, attributes)
  return { part, stack, attributes, samples, owner, key: `${values.event} ${values.unit} ${owner.key}` }
}

/** Keys of the profiles that are made: of too many, those with the most samples. */
function chooseHeaviest(groups: readonly OwnedGroup[]): { keys: ReadonlySet<string>; left: number } {
  const all = new Map<string, number>()
  for (const { key, samples } of groups) {
    all.set(key, (all.get(key) ?? 0) + samples)
    if (all.size > mostOwners) throw new Problem('parser-limit', { limit: `${mostOwners} services` })
  }
  const heaviest = [...all].sort(([, one], [, other]) => other - one)
  return {
    keys: new Set(heaviest.slice(0, mostProfilesOfFile).map(([key]) => key)),
    left: Math.max(0, heaviest.length - mostProfilesOfFile),
  }
}

/** When the first profile of the message began, in ns since 1970, else its first sample; 0 without any time. */
function findStart(parts: readonly OtlpPart[], { startedAt }: OtlpSamples): bigint {
  const begun = parts.map(({ profile }) => nanosOf(memberOf(profile, 'timeUnixNano'))).filter((time) => time > 0n)
  return begun.length === 0 ? startedAt : begun.reduce((first, time) => (time < first ? time : first))
}
