/** A message of OTLP profiles in the shape of its JSON. Protobuf and JSON become it; only its types are checked. */
import { Problem } from '../../errors.ts'
import { isRecord } from '../../profile/model/check-provenance.ts'
import type { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import type { Message, Scalar } from './otlp-schema.ts'

export type OtlpValue = number | bigint | string | OtlpObject | readonly OtlpValue[]
export interface OtlpObject {
  readonly [name: string]: OtlpValue | undefined
}

/** Attribute that our own export adds to a resource: the unit and the provenance, as JSON. */
export const ownMetadata = 'hearth.profile'

const readable =
  'Hearth reads v1development of opentelemetry-proto 1.4, 1.5 and from 1.7 on: let another version of its sender write it.'

/** `object`: the value that the field has so far, since a message that comes twice is merged. */
export function decodeMessage(
  reader: ProtobufReader,
  message: Message,
  object: Record<string, OtlpValue> = {},
): Record<string, OtlpValue> {
  for (let field = reader.next(); field > 0; field = reader.next()) {
    const declaredField = message[field]
    if (declaredField === undefined) {
      reader.skip()
      continue
    }
    const [name, type] = declaredField
    if (typeof type === 'string') object[name] = decodeScalar(reader, type, object[name])
    else if (isList(type)) ((object[name] ??= []) as OtlpValue[]).push(decodeMessage(reader.message(), type[0]))
    else object[name] = decodeMessage(reader.message(), type, object[name] as Record<string, OtlpValue> | undefined)
  }
  return object
}

const isList = (type: Message | readonly [Message]): type is readonly [Message] => Array.isArray(type)

/** `before`: the value that a repeated field has so far. */
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

/** Names that JSON of another generation has for the same. */
const renamed: Readonly<Record<string, string>> = {
  sample: 'samples',
  line: 'lines',
  value: 'values',
  timeNanos: 'timeUnixNano',
  durationNanos: 'durationNano',
}

/** A member of an object that came as JSON or as protobuf, by its newest name. */
export function memberOf(object: OtlpObject, name: string): OtlpValue | undefined {
  const newest = object[name]
  if (newest !== undefined) return newest
  const older = Object.keys(renamed).find((key) => renamed[key] === name)
  return older === undefined ? undefined : object[older]
}

/** Gives Problem `unreadable-profile`. `generation`: a version of opentelemetry-proto, or words with a blank. */
export function refused(generation: string): Problem {
  return new Problem('unreadable-profile', {
    reason: `it is a message of OTLP profiles as ${generation.includes(' ') ? generation : `opentelemetry-proto ${generation}`} has it`,
    remedy: readable,
  })
}

/** Whether our own export wrote it. */
export function isOwnResource({ attributes }: OtlpObject): boolean {
  return Array.isArray(attributes) && attributes.some((one) => isRecord(one) && one['key'] === ownMetadata)
}
