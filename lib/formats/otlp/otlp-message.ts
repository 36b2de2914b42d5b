/** A message of OTLP profiles as its JSON has it: what protobuf and JSON become alike, unchecked but for its types. */
import { Problem } from '../../errors.ts'
import { isRecord } from '../../profile/model/check-provenance.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { type Generation, type Message, profilesDataOf, type Scalar } from './otlp-schema.ts'

export type OtlpValue = number | bigint | string | OtlpObject | readonly OtlpValue[]
export interface OtlpObject {
  readonly [name: string]: OtlpValue | undefined
}

const readable =
  'Hearth reads v1development of opentelemetry-proto 1.4, 1.5 and from 1.7 on: let another version of its sender write it.'

/** Throws: Problem `unreadable-profile` when it is damaged, or of a generation that is not read. */
export function decodeOtlp(bytes: Uint8Array): OtlpObject {
  return decodeMessage(new ProtobufReader(bytes), profilesDataOf(findGeneration(bytes)))
}

/** `object`: what the same field had already; a message that is given twice is merged. */
function decodeMessage(
  reader: ProtobufReader,
  message: Message,
  object: Record<string, OtlpValue> = {},
): Record<string, OtlpValue> {
  for (let field = reader.next(); field > 0; field = reader.next()) {
    const known = message[field]
    if (known === undefined) {
      reader.skip()
      continue
    }
    const [name, type] = known
    if (typeof type === 'string') object[name] = decodeScalar(reader, type, object[name])
    else if (isList(type)) ((object[name] ??= []) as OtlpValue[]).push(decodeMessage(reader.message(), type[0]))
    else object[name] = decodeMessage(reader.message(), type, object[name] as Record<string, OtlpValue> | undefined)
  }
  return object
}

const isList = (type: Message | readonly [Message]): type is readonly [Message] => Array.isArray(type)

/** `before`: what the same field had already, for repeated ones. */
function decodeScalar(reader: ProtobufReader, type: Scalar, before: OtlpValue | undefined): OtlpValue {
  switch (type) {
    case 'integer':
      return reader.integer()
    case 'fixed':
      return reader.fixed64()
    case 'double':
      return reader.double()
    case 'text':
      return reader.text()
  }
  const values = (before ?? []) as OtlpValue[]
  if (type === 'integers') reader.integers(values as number[])
  else if (type === 'fixeds') reader.fixed64s(values as bigint[])
  else values.push(reader.text())
  return values
}

function findGeneration(bytes: Uint8Array): Generation {
  const samples: ProtobufReader[] = []
  let hasDictionary = false
  let hasStacks = false
  let hasLinks = false
  const reader = new ProtobufReader(bytes)
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field > 2) throw refused('1.6')
    const message = reader.message()
    if (field === 2) {
      hasDictionary = true
      const signs = lookAtDictionary(message)
      hasStacks ||= signs.hasStacks
      hasLinks ||= signs.hasLinks
    } else
      for (const profile of messagesAt(message, [2, 2])) {
        const isTimed = addSamples(profile, samples)
        hasStacks ||= isTimed
      }
  }
  if (hasStacks) return hasNewNumbers(samples, hasLinks) ? '1.10' : '1.8'
  return hasDictionary ? '1.7' : '1.5'
}

interface DictionarySigns {
  /** Since 1.8 each stack is a list, and an attribute's key an index; before, units and keys were there. */
  readonly hasStacks: boolean
  /** Links to traces, beside the one that means "none". */
  readonly hasLinks: boolean
}

function lookAtDictionary(dictionary: ProtobufReader): DictionarySigns {
  let hasStacks: boolean | null = null
  let links = 0
  for (let field = dictionary.next(); field > 0; field = dictionary.next()) {
    if (field === 4) links++
    if ((field !== 6 && field !== 7) || hasStacks !== null) {
      dictionary.skip()
      continue
    }
    const row = dictionary.message()
    if (row.next() === 1) hasStacks = row.isDelimited === (field === 7)
  }
  return { hasStacks: hasStacks ?? false, hasLinks: links > 1 }
}

/** True when the profile's third field is a time, as since 1.8. */
function addSamples(profile: ProtobufReader, samples: ProtobufReader[]): boolean {
  let isTimed = false
  for (let field = profile.next(); field > 0; field = profile.next()) {
    if (field === 2 && profile.isFixed64) throw refused('v1experimental (opentelemetry-proto 1.3)')
    if (field === 2) samples.push(profile.message())
    else {
      if (field === 3 && profile.isFixed64) isTimed = true
      profile.skip()
    }
  }
  return isTimed
}

/**
 * Whether samples are numbered as since 1.10: attributes 2, link 3, values 4, where they were values 2, attributes 3, link 4. Some
 * writers (async-profiler) give lists as one integer each, as a link is: without links in the dictionary it is none.
 *
 * CPU samples of the newest profilers have times and attributes and no values; older ones may have times and values and no attributes.
 * Where no sample tells, lists that are as long as the times and hold nothing but ones are of values.
 */
function hasNewNumbers(samples: readonly ProtobufReader[], hasLinks: boolean): boolean {
  let isLikeValues = true
  for (const sample of samples) {
    const second: number[] = []
    const times: bigint[] = []
    for (let field = sample.next(); field > 0; field = sample.next()) {
      if (field === 3 || field === 4) {
        if (sample.isDelimited) return field === 4
        if (sample.integer() !== 0 && !hasLinks) return field === 4
      } else if (field === 2) sample.integers(second)
      else if (field === 5) sample.fixed64s(times)
      else sample.skip()
    }
    if (second.length === 0) continue
    // A sample has times, values or both.
    if (times.length === 0) return false
    if (times.length !== second.length) return true
    isLikeValues &&= second.every((value) => value === 1)
  }
  return !isLikeValues
}

/** All messages at a path of fields. */
function messagesAt(reader: ProtobufReader, [field, ...rest]: readonly number[]): ProtobufReader[] {
  const found: ProtobufReader[] = []
  for (let next = reader.next(); next > 0; next = reader.next()) {
    if (next !== field) reader.skip()
    else if (rest.length === 0) found.push(reader.message())
    else found.push(...messagesAt(reader.message(), rest))
  }
  return found
}

/** Names that JSON of another generation has for the same. */
const renamed: Readonly<Record<string, string>> = {
  sample: 'samples',
  line: 'lines',
  value: 'values',
  timeNanos: 'timeUnixNano',
  durationNanos: 'durationNano',
}

/** Throws: Problem `unreadable-profile` when it is no JSON, `parser-limit`. */
export function parseOtlpJson(bytes: Uint8Array): OtlpObject {
  const value = parse(new TextDecoder().decode(bytes))
  if (!isRecord(value)) throw new Problem('unreadable-profile', { reason: 'it is no message of OTLP profiles' })
  if ('stringTable' in value || 'locationTable' in value) throw refused('1.6')
  return value as OtlpObject
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('unreadable-profile', { reason: 'its JSON is damaged or cut off' }, { cause })
  }
}

/** A member of an object that came as JSON or as protobuf, by its newest name. */
export function memberOf(object: OtlpObject, name: string): OtlpValue | undefined {
  const own = object[name]
  if (own !== undefined) return own
  const older = Object.keys(renamed).find((key) => renamed[key] === name)
  return older === undefined ? undefined : object[older]
}

export function refused(generation: string): Problem {
  return new Problem('unreadable-profile', {
    reason: `it is a message of OTLP profiles as ${generation.includes(' ') ? generation : `opentelemetry-proto ${generation}`} has it`,
    remedy: readable,
  })
}
