/**
 * The messages of OTLP profiles by the numbers of their fields. All generations call themselves `v1development`; of the
 * fields that are read here they differ in these:
 *
 *     opentelemetry-proto 1.4, 1.5   tables in each profile, stacks as ranges of its list of locations
 *     1.6                            tables beside the resources; not read
 *     1.7                            tables in one dictionary, stacks as ranges
 *     1.8, 1.9                       a table of stacks, one type of sample for each profile
 *     from 1.10                      the same, with other numbers in a sample
 *
 * Fields that Hearth does not use are left out. The names are those of the JSON.
 *
 * Source: github.com/open-telemetry/opentelemetry-proto, opentelemetry/proto/profiles/v1development/profiles.proto at
 * these versions.
 */

/** `fixed` is a fixed64, exact as a bigint; `double` one that holds a double. Lists end in `s`. */
export type Scalar = 'integer' | 'integers' | 'fixed' | 'fixeds' | 'double' | 'text' | 'texts'

export type Message = {
  readonly [field: number]: readonly [name: string, type: Scalar | Message | readonly [Message]]
}

export const generations = ['1.5', '1.7', '1.8', '1.10'] as const
export type Generation = (typeof generations)[number]

// Lists and maps in values have no use here, and could nest without an end.
const anyValue = {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'integer'],
  3: ['intValue', 'integer'],
  4: ['doubleValue', 'double'],
  8: ['stringValueStrindex', 'integer'],
} as const satisfies Message
const keyValue = {
  1: ['key', 'text'],
  2: ['value', anyValue],
  3: ['keyStrindex', 'integer'],
} as const satisfies Message
const keyValueAndUnit = { 1: ['keyStrindex', 'integer'], 2: ['value', anyValue] } as const satisfies Message

const valueType = { 1: ['typeStrindex', 'integer'], 2: ['unitStrindex', 'integer'] } as const satisfies Message
const functions = {
  1: ['nameStrindex', 'integer'],
  2: ['systemNameStrindex', 'integer'],
  3: ['filenameStrindex', 'integer'],
  4: ['startLine', 'integer'],
} as const satisfies Message
const line = { 1: ['functionIndex', 'integer'], 2: ['line', 'integer'] } as const satisfies Message
const mapping = { 4: ['filenameStrindex', 'integer'] } as const satisfies Message

const locationOf = (attributeIndices: number): Message => ({
  1: ['mappingIndex', 'integer'],
  2: ['address', 'integer'],
  3: ['lines', [line]],
  [attributeIndices]: ['attributeIndices', 'integers'],
})
const rangeSample: Message = {
  1: ['locationsStartIndex', 'integer'],
  2: ['locationsLength', 'integer'],
  3: ['values', 'integers'],
  4: ['attributeIndices', 'integers'],
  6: ['timestampsUnixNano', 'integers'],
}
const stackSampleOf = (values: number, attributeIndices: number): Message => ({
  1: ['stackIndex', 'integer'],
  [values]: ['values', 'integers'],
  [attributeIndices]: ['attributeIndices', 'integers'],
  5: ['timestampsUnixNano', 'fixeds'],
})

const oldTables = (
  first: readonly [mappings: number, locations: number, functions: number, attributes: number, strings: number],
): Message => ({
  [first[0]]: ['mappingTable', [mapping]],
  [first[1]]: ['locationTable', [locationOf(5)]],
  [first[2]]: ['functionTable', [functions]],
  [first[3]]: ['attributeTable', [keyValue]],
  [first[4]]: ['stringTable', 'texts'],
})
const stackDictionary: Message = {
  1: ['mappingTable', [mapping]],
  2: ['locationTable', [locationOf(4)]],
  3: ['functionTable', [functions]],
  5: ['stringTable', 'texts'],
  6: ['attributeTable', [keyValueAndUnit]],
  7: ['stackTable', [{ 1: ['locationIndices', 'integers'] }]],
}
const stackProfileOf = (sample: Message): Message => ({
  1: ['sampleType', valueType],
  2: ['samples', [sample]],
  3: ['timeUnixNano', 'fixed'],
  4: ['durationNano', 'integer'],
  5: ['periodType', valueType],
  6: ['period', 'integer'],
})

const sampleOf: Readonly<Record<Generation, Message>> = {
  '1.5': rangeSample,
  '1.7': rangeSample,
  '1.8': stackSampleOf(2, 3),
  '1.10': stackSampleOf(4, 2),
}
const profileOf: Readonly<Record<Generation, Message>> = {
  '1.5': {
    ...oldTables([3, 4, 6, 7, 10]),
    1: ['sampleTypes', [valueType]],
    2: ['samples', [sampleOf['1.5']]],
    5: ['locationIndices', 'integers'],
    11: ['timeUnixNano', 'integer'],
    12: ['durationNano', 'integer'],
    13: ['periodType', valueType],
    14: ['period', 'integer'],
    16: ['defaultSampleTypeStrindex', 'integer'],
  },
  '1.7': {
    1: ['sampleTypes', [valueType]],
    2: ['samples', [sampleOf['1.7']]],
    3: ['locationIndices', 'integers'],
    4: ['timeUnixNano', 'integer'],
    5: ['durationNano', 'integer'],
    6: ['periodType', valueType],
    7: ['period', 'integer'],
    9: ['defaultSampleTypeIndex', 'integer'],
  },
  '1.8': stackProfileOf(sampleOf['1.8']),
  '1.10': stackProfileOf(sampleOf['1.10']),
}
const dictionaryOf: Readonly<Record<Generation, Message | null>> = {
  '1.5': null,
  '1.7': oldTables([1, 2, 3, 6, 5]),
  '1.8': stackDictionary,
  '1.10': stackDictionary,
}

/** The messages around the samples and the tables. */
export const scopeMessage: Message = { 1: ['name', 'text'], 2: ['version', 'text'] }
export const resourceMessage: Message = { 1: ['attributes', [keyValue]] }

/**
 * Gives the messages that differ: a profile with all of its fields, a sample, and the tables that all profiles share.
 */
export function messagesOf(generation: Generation) {
  return { profile: profileOf[generation], sample: sampleOf[generation], dictionary: dictionaryOf[generation] }
}
