/**
 * OTLP profiles: what OpenTelemetry's profilers and collectors send, as protobuf or JSON, one message a file. A message holds many
 * resources; what becomes of it is one profile for each service (or container, or process) and kind of sample. Our own export
 * (write-otlp.ts) comes back without loss.
 */
import { Problem } from '../../errors.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { readAll } from '../reading/byte-stream.ts'
import type { ImportOptions } from '../reading/import.ts'
import { decodeOtlp, memberOf, type OtlpObject, parseOtlpJson } from './otlp-message.ts'
import { findOwner, type Owner, ownerAttributes } from './otlp-owner.ts'
import { createOtlpProfile, mostFrames, type OtlpPart } from './otlp-profile.ts'
import { type Attributes, createTables, listOf, nanosOf, objectOf } from './otlp-tables.ts'
import { readSampleValues } from './otlp-values.ts'

/** The parser hands over no more profiles of one file. */
const mostProfiles = 32
const mostOwners = 10_000
const mostBytes = 256 * 2 ** 20

type Chunks = AsyncIterable<Uint8Array>

/** Throws: Problem `unreadable-profile`, `parser-limit`. */
export async function readOtlp(chunks: Chunks, options: ImportOptions = {}): Promise<readonly Profile[]> {
  return readMessage(decodeOtlp(await readAll(chunks, mostBytes)), options)
}

/** The same in JSON. Throws: Problem `unreadable-profile`, `parser-limit`. */
export async function readOtlpJson(chunks: Chunks, options: ImportOptions = {}): Promise<readonly Profile[]> {
  return readMessage(parseOtlpJson(await readAll(chunks, mostBytes)), options)
}

function readMessage(message: OtlpObject, { provenance = {} }: ImportOptions): readonly Profile[] {
  const parts = [...partsOf(message)]
  const { keys, left } = chooseHeaviest(parts)
  const start = findStart(parts)
  const budget = { frames: mostFrames }
  const byKey = new Map<string, ReturnType<typeof createOtlpProfile>>()
  for (const part of parts) {
    for (const { sample, attributes, owner, key } of ownedSamples(part)) {
      if (!keys.has(key)) continue
      if (!byKey.has(key)) byKey.set(key, createOtlpProfile(part, owner, start, budget))
      byKey.get(key)!.add(sample, part, attributes)
    }
  }
  return [...byKey.values()].map((one) => one.finish(provenance, left))
}

function* partsOf(message: OtlpObject): Generator<OtlpPart> {
  const dictionary = message['dictionary']
  const shared = dictionary === undefined ? null : createTables(objectOf(dictionary))
  for (const resourceProfiles of listOf(message['resourceProfiles']).map(objectOf)) {
    for (const scopeProfiles of listOf(resourceProfiles['scopeProfiles']).map(objectOf)) {
      for (const profile of listOf(scopeProfiles['profiles']).map(objectOf)) {
        const tables = shared ?? createTables(profile)
        const resource = tables.attributesOf(objectOf(resourceProfiles['resource']))
        const values = readSampleValues(profile, tables)
        yield { tables, resource, scope: objectOf(scopeProfiles['scope']), profile, values }
      }
    }
  }
}

const samplesOf = ({ profile }: OtlpPart) => listOf(memberOf(profile, 'samples')).map(objectOf)
const timesOf = (sample: OtlpObject) => listOf(sample['timestampsUnixNano'])

/** Every sample with its own attributes, whose it is, and the key of the profile that it belongs into. */
function* ownedSamples(
  part: OtlpPart,
): Generator<{ sample: OtlpObject; attributes: Attributes; owner: Owner; key: string }> {
  const { tables, resource, values } = part
  const keyOf = ({ key }: Owner) => `${values.event} ${values.unit} ${key}`
  const ofResource = findOwner(resource, new Map())
  for (const sample of samplesOf(part)) {
    const attributes = tables.attributes(sample)
    const owner = ownerAttributes.some((name) => attributes.has(name)) ? findOwner(resource, attributes) : ofResource
    yield { sample, attributes, owner, key: keyOf(owner) }
  }
}

/** Keys of the profiles that are made: of too many, those with the most samples. */
function chooseHeaviest(parts: readonly OtlpPart[]): { keys: ReadonlySet<string>; left: number } {
  const samples = new Map<string, number>()
  for (const part of parts) {
    for (const { sample, key } of ownedSamples(part)) {
      samples.set(key, (samples.get(key) ?? 0) + Math.max(1, timesOf(sample).length))
      if (samples.size > mostOwners) throw new Problem('parser-limit', { limit: `${mostOwners} services` })
    }
  }
  const heaviest = [...samples].sort(([, one], [, other]) => other - one)
  return {
    keys: new Set(heaviest.slice(0, mostProfiles).map(([key]) => key)),
    left: Math.max(0, heaviest.length - mostProfiles),
  }
}

/** When the first profile of the message began, else its first sample; 0 without any time. */
function findStart(parts: readonly OtlpPart[]): bigint {
  const earliest = (times: Iterable<bigint>) => {
    let first = 0n
    for (const time of times) if (time > 0n && (first === 0n || time < first)) first = time
    return first
  }
  const begun = earliest(parts.map(({ profile }) => nanosOf(memberOf(profile, 'timeUnixNano'))))
  if (begun > 0n) return begun
  return earliest(parts.map((part) => earliest(samplesOf(part).flatMap((sample) => timesOf(sample).map(nanosOf)))))
}
