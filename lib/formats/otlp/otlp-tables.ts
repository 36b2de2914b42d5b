/** Reads the tables that a message's samples point into. Every index is a hostile number. */
import type { OtlpObject, OtlpValue } from './otlp-message.ts'

export type Attributes = ReadonlyMap<string, string>

export const emptyObject: OtlpObject = {}

/** Gives a number, exact up to 2^53; 0 for a value that is none. JSON has numbers of 64 bits as text. */
export function numberOf(value: OtlpValue | undefined): number {
  const number = typeof value === 'number' ? value : typeof value === 'object' ? Number.NaN : Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

/** Gives ns, exact but for JSON numbers above 2^53; 0 for a value that is no number, or negative and no bigint. */
export function nanosOf(value: OtlpValue | undefined): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'string') return /^\d{1,20}$/.test(value) ? BigInt(value) : 0n
  return typeof value === 'number' && value > 0 && value < 2 ** 64 ? BigInt(Math.trunc(value)) : 0n
}

export function listOf(value: OtlpValue | undefined): readonly OtlpValue[] {
  return Array.isArray(value) ? (value as readonly OtlpValue[]) : []
}

export function objectOf(value: OtlpValue | undefined): OtlpObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as OtlpObject) : emptyObject
}

export function textOf(value: OtlpValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export type OtlpTables = ReturnType<typeof createTables>

/** `owner` is the dictionary, or before there was one, the profile. */
export function createTables(owner: OtlpObject) {
  const table = (name: string) => listOf(owner[name])
  const strings = table('stringTable')
  const functions = table('functionTable')
  const locations = table('locationTable')
  const mappings = table('mappingTable')
  const attributes = table('attributeTable')
  const stacks = table('stackTable')
  // In a table of stacks the first row of each table means "none".
  const isZeroNone = stacks.length > 0
  const text = (index: OtlpValue | undefined) => textOf(strings[numberOf(index)])

  function valueText(value: OtlpValue | undefined): string {
    const { stringValue, stringValueStrindex, intValue, doubleValue, boolValue } = objectOf(value)
    if (stringValueStrindex !== undefined) return text(stringValueStrindex)
    const plain = stringValue ?? intValue ?? doubleValue ?? boolValue
    return typeof plain === 'object' || plain === undefined ? '' : String(plain)
  }
  const keyOf = ({ key, keyStrindex }: OtlpObject) => (typeof key === 'string' && key !== '' ? key : text(keyStrindex))

  return {
    text,
    /** Locations of a stack, leaf first. */
    stack: (index: number) => listOf(objectOf(stacks[index])['locationIndices']),
    location: (index: number): OtlpObject | null =>
      locations[index] === undefined ? null : objectOf(locations[index]),
    function: (index: OtlpValue | undefined) => objectOf(functions[numberOf(index)]),
    /** Path of the library or program. */
    binaryPath({ mappingIndex }: OtlpObject): string {
      if (mappingIndex === undefined || (isZeroNone && numberOf(mappingIndex) === 0)) return ''
      return text(objectOf(mappings[numberOf(mappingIndex)])['filenameStrindex'])
    },
    /** Gives the attributes of a sample or a location. */
    attributes(owner: OtlpObject): Attributes {
      const textByKey = new Map<string, string>()
      for (const index of listOf(owner['attributeIndices'])) {
        const attribute = objectOf(attributes[numberOf(index)])
        textByKey.set(keyOf(attribute), valueText(attribute['value']))
      }
      return textByKey
    },
    /** Gives the attributes of a resource, which holds them itself. */
    attributesOf: (resource: OtlpObject): Attributes =>
      new Map(listOf(resource['attributes']).map((one) => [keyOf(objectOf(one)), valueText(objectOf(one)['value'])])),
  }
}
