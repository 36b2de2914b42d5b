/**
 * A message of OTLP profiles in JSON, read as it comes: its samples do not stay as they are, its tables and all else
 * do.
 */
import { Problem } from '../../errors.ts'
import { isRecord } from '../../profile/model/check-provenance.ts'
import { explainDamagedJson, type JsonShape, membersOf, parseJsonStream } from '../json/json-stream.ts'
import { isOwnResource, type OtlpObject, type OtlpValue, refused } from './otlp-message.ts'
import { createOtlpSamples, type OtlpMessage } from './otlp-samples.ts'

type Members = Record<string, OtlpValue>
type MutablePart = OtlpMessage['parts'][number] & { readonly profile: Members }

/**
 * Reads a message in JSON. Throws: Problem `unreadable-profile` when it is no JSON, or of a generation that is not
 * read.
 */
export async function decodeOtlpJson(chunks: AsyncIterable<Uint8Array>): Promise<OtlpMessage> {
  const samples = createOtlpSamples()
  const parts: MutablePart[] = []
  let dictionary: Members | null = null
  let isMessage = false
  /** Whether Hearth wrote the resource that is being read. */
  let isOwn = false

  const { stoppedAt, skipped } = await parseJsonStream(chunks, {
    members: (key) => {
      if (key === 'stringTable' || key === 'locationTable') throw refused('1.6')
      isMessage = true
      if (key === 'resourceProfiles') return { items: visitResource }
      return key === 'dictionary' ? { members: visitTables((dictionary ??= {})) } : null
    },
  })
  if (!isMessage) throw new Problem('unreadable-profile', { reason: 'it is no message of OTLP profiles' })
  if (stoppedAt !== null) throw new Problem('unreadable-profile', explainDamagedJson(stoppedAt))
  if (skipped.count > 0) throw new Problem('unreadable-profile', { reason: 'a sample or a name in it is too large' })
  return { samples, dictionary, parts }

  function visitResource(): JsonShape {
    const resource: Members = {}
    isOwn = false
    const setResource = (value: unknown): void => {
      Object.assign(resource, isRecord(value) ? value : {})
      isOwn = isOwnResource(resource)
    }
    return {
      members: membersOf({ resource: { value: setResource }, scopeProfiles: { items: () => visitScope(resource) } }),
    }
  }

  function visitScope(resource: OtlpObject): JsonShape {
    const scope: Members = {}
    return {
      members: membersOf({
        scope: { value: (value) => void Object.assign(scope, isRecord(value) ? value : {}) },
        profiles: { items: () => visitProfile(resource, scope) },
      }),
    }
  }

  function visitProfile(resource: OtlpObject, scope: OtlpObject): JsonShape {
    const profile: Members = {}
    let part = -1
    const tables = visitTables(profile)
    return {
      members: (key) => {
        if (part < 0) part = parts.push({ resource, scope, profile }) - 1
        if (key !== 'samples' && key !== 'sample') return tables(key)
        const value = (sample: unknown) => samples.add(part, isRecord(sample) ? (sample as OtlpObject) : {}, isOwn)
        return { items: () => ({ value }) }
      },
    }
  }
}

/** Members of an object, those that are long lists item by item. */
function visitTables(object: Members): NonNullable<JsonShape['members']> {
  return (key) => {
    const set = (value: unknown): void => void (object[key] = value as OtlpValue)
    if (!key.endsWith('Table') && key !== 'locationIndices') return { value: set }
    const list: OtlpValue[] = []
    object[key] = list
    return { items: () => ({ value: (item) => void list.push(item as OtlpValue) }) }
  }
}
