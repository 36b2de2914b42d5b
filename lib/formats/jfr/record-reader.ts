/**
 * Reads the fields that the caller wants of a record and passes over the others, by a list of steps made once for each
 * type: one loop over small integers, and no object for a record.
 *
 *     const reader = createRecordReader(types, type, ['stackTrace', 'startTime'])
 *     const values = reader.read(bytes)          values[0] the id of the stack trace, values[1] the ticks
 *
 * A wanted field that the type does not have, or that is an array, a struct, a float or a double, is NaN. The value of
 * a string is the offset of its first byte.
 */
import { CorruptBytes, type JfrBytes } from './bytes.ts'
import type { JfrField, JfrType, JfrTypes } from './metadata.ts'

export interface RecordReader {
  /** Gives the values in the order of `wanted`, in the same array each time. Throws: Damage where it is cut. */
  read(bytes: JfrBytes): Float64Array
}

const step = {
  skipInteger: 0,
  integer: 1,
  skipByte: 2,
  byte: 3,
  skip4: 4,
  skip8: 5,
  skipString: 6,
  string: 7,
  skipArray: 8,
} as const
type Step = (typeof step)[keyof typeof step]

/** `slots[i]`: where step i puts its value, or which of `elements` an array has; unused where a step only skips. */
interface Steps {
  readonly kinds: Step[]
  readonly slots: number[]
  readonly elements: Steps[]
}

// A type of the JDK has at most 40 fields, and structs within structs two levels deep.
/** Fields of a type of JFR, with those of its structs; one with more is damaged, as one that holds itself. */
const maxFields = 1000
/** Structs within each other in a record of JFR; a type that is deeper is damaged. */
const deepestStruct = 8

/**
 * Creates a reader that stops behind the last wanted field, since the size of an event says where the next one begins.
 * `whole`: it reads to the last field, for values that follow each other without a size, such as the frames of a stack.
 *
 * Throws: Damage for a type whose fields cannot be followed.
 */
export function createRecordReader(
  types: JfrTypes,
  { fields }: Pick<JfrType, 'fields'>,
  wanted: readonly string[],
  whole = false,
): RecordReader {
  const steps = noSteps()
  const budget = { fields: maxFields }
  let last = 0
  for (const field of fields) {
    addSteps(steps, types, field, wanted.indexOf(field.name), 0, budget)
    if (whole || wanted.includes(field.name)) last = steps.kinds.length
  }
  const needed = { ...steps, kinds: steps.kinds.slice(0, last) }
  const values = new Float64Array(wanted.length).fill(Number.NaN)
  return {
    read(bytes) {
      runSteps(needed, bytes, values)
      if (bytes.isPast) throw new CorruptBytes('a record that is cut')
      return values
    },
  }
}

/**
 * Creates a function that passes over a whole record; its caller asks `isPast` after it. Both throw Damage: this one as
 * createRecordReader, that one for an array that is cut.
 */
export function createRecordSkipper(types: JfrTypes, { name, fields }: JfrType): (bytes: JfrBytes) => void {
  // Metadata gives String no fields; its constants are strings.
  if (name === 'java.lang.String') return (bytes) => bytes.skipString()
  const steps = noSteps()
  const budget = { fields: maxFields }
  for (const field of fields) addSteps(steps, types, field, -1, 0, budget)
  return (bytes) => runSteps(steps, bytes, nothing)
}

const noSteps = (): Steps => ({ kinds: [], slots: [], elements: [] })
const nothing = new Float64Array(0)

/** `slot`: index in the values of a reader; -1 passes over the field. */
function addSteps(
  steps: Steps,
  types: JfrTypes,
  field: JfrField,
  slot: number,
  depth: number,
  budget: { fields: number },
): void {
  if (depth > deepestStruct || budget.fields-- <= 0) throw new CorruptBytes('a type that holds itself')
  if (field.isArray) {
    const element = noSteps()
    addSteps(element, types, { ...field, isArray: false }, -1, depth + 1, budget)
    push(steps, step.skipArray, steps.elements.push(element) - 1)
    return
  }
  // The value is the id of a constant.
  if (field.isConstant) return push(steps, slot < 0 ? step.skipInteger : step.integer, slot)
  const type = types.byId.get(field.type)
  if (type === undefined) throw new CorruptBytes(`a field of the unknown type ${field.type}`)
  const primitive = primitives.get(type.name)
  if (primitive !== undefined) return push(steps, primitive[slot < 0 ? 0 : 1], slot)
  for (const inner of type.fields) addSteps(steps, types, inner, -1, depth + 1, budget)
}

/** All integers are LEB128 but `byte` and `boolean`. */
const integers = [step.skipInteger, step.integer] as const
const bytesOnly = [step.skipByte, step.byte] as const
/** By type: how to pass over a value, and how to read it. */
const primitives = new Map<string, readonly [Step, Step]>([
  ['int', integers],
  ['long', integers],
  ['short', integers],
  ['char', integers],
  ['byte', bytesOnly],
  ['boolean', bytesOnly],
  // No field of these types is wanted.
  ['float', [step.skip4, step.skip4]],
  ['double', [step.skip8, step.skip8]],
  ['java.lang.String', [step.skipString, step.string]],
])

function push(steps: Steps, kind: Step, slot: number): void {
  steps.kinds.push(kind)
  steps.slots.push(slot)
}

function runSteps({ kinds, slots, elements }: Steps, bytes: JfrBytes, values: Float64Array): void {
  for (let at = 0; at < kinds.length; at++) {
    switch (kinds[at]) {
      case step.skipInteger:
        bytes.skipInteger()
        break
      case step.integer:
        values[slots[at]!] = bytes.integer()
        break
      case step.skipByte:
        bytes.at++
        break
      case step.byte:
        values[slots[at]!] = bytes.byte()
        break
      case step.skip4:
        bytes.at += 4
        break
      case step.skip8:
        bytes.at += 8
        break
      case step.skipString:
        bytes.skipString()
        break
      case step.string:
        values[slots[at]!] = bytes.at
        bytes.skipString()
        break
      case step.skipArray:
        skipArray(elements[slots[at]!]!, bytes)
        break
    }
  }
}

function skipArray(element: Steps, bytes: JfrBytes): void {
  const count = bytes.count()
  // An element without a field takes no byte, so a few bytes of a damaged file could promise millions of them.
  if (element.kinds.length === 0) return
  for (let left = count; left > 0; left--) {
    if (bytes.isPast) throw new CorruptBytes('an array that is cut')
    runSteps(element, bytes, nothing)
  }
}
