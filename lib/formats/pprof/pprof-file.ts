/**
 * The tables of a pprof file, as they stand in it. The writer may choose any ids; strings are indices.
 *
 * Source: github.com/google/pprof/blob/main/proto/profile.proto.
 */
import type { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { readMessageStream } from '../protobuf/protobuf-stream.ts'
import { createPprofSamples } from './pprof-samples.ts'

/** Gives the file as it is before any field was read. */
function createPprofFile() {
  return {
    strings: [] as string[],
    sampleTypes: [] as ValueType[],
    /** Index into strings of the type that is meant to be shown first; 0 when the file does not say. */
    defaultSampleType: 0,
    periodType: null as ValueType | null,
    period: 0,
    mappings: new Map<number, PprofMapping>(),
    functions: new Map<number, PprofFunction>(),
    locations: new Map<number, Location>(),
    samples: createPprofSamples(),
    timeNanos: 0,
    durationNanos: 0,
    /** JSON that our own export wrote in `metadataField`; empty in a file of others. */
    own: '',
  }
}
export type PprofFile = Readonly<ReturnType<typeof createPprofFile>>

// Readers pass over numbers they do not know, if they are below 16 (pprof-format 2.3); a comment would be at the head
// of all output of `go tool pprof`.
/** The field of a sample type in which Hearth writes facts that have no field in pprof, as JSON. */
export const metadataField = 15

export interface ValueType {
  readonly type: number
  readonly unit: number
}
export interface PprofMapping {
  readonly filename: number
}
export interface PprofFunction {
  readonly id: number
  readonly name: number
  readonly systemName: number
  readonly filename: number
  /** From 1, 0 when not known. */
  readonly startLine: number
}
export type Location = Readonly<ReturnType<typeof readLocation>>

/**
 * Reads a file whole. Throws: Problem `unreadable-profile` when the bytes are no Protocol Buffers, or end too early.
 */
export async function readPprofFile(chunks: AsyncIterable<Uint8Array>): Promise<PprofFile> {
  const file = createPprofFile()
  await readMessageStream(chunks, { field: readField })
  return file

  function readField(field: number, reader: ProtobufReader): void {
    if (field === 1) {
      const { own, ...type } = readValueType(reader.message())
      file.sampleTypes.push(type)
      file.own ||= own
    } else if (field === 2) file.samples.add(reader.message(), file.own !== '')
    else if (field === 3) addTo(file.mappings, readNumbers(reader.message(), { 1: 'id', 5: 'filename' }))
    else if (field === 4) addTo(file.locations, readLocation(reader.message()))
    else if (field === 5) addTo(file.functions, readNumbers(reader.message(), functionFields))
    else if (field === 6) file.strings.push(reader.text())
    else if (field === 9) file.timeNanos = reader.integer()
    else if (field === 10) file.durationNanos = reader.integer()
    else if (field === 11) file.periodType = readValueType(reader.message())
    else if (field === 12) file.period = reader.integer()
    else if (field === 14) file.defaultSampleType = reader.integer()
    else reader.skip()
  }
}

const functionFields = { 1: 'id', 2: 'name', 3: 'systemName', 4: 'filename', 5: 'startLine' } as const

function readValueType(reader: ProtobufReader): ValueType & { own: string } {
  const type = { type: 0, unit: 0, own: '' }
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === 1) type.type = reader.integer()
    else if (field === 2) type.unit = reader.integer()
    else if (field === metadataField) type.own = reader.text()
    else reader.skip()
  }
  return type
}

/** `functions` at this address: the innermost first, which the others were inlined around. */
function readLocation(reader: ProtobufReader) {
  const location = { id: 0, mapping: 0, address: 0, functions: [] as number[] }
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === 1) location.id = reader.integer()
    else if (field === 2) location.mapping = reader.integer()
    else if (field === 3) location.address = reader.integer()
    else if (field === 4) location.functions.push(readNumbers(reader.message(), { 1: 'function' }).function)
    else reader.skip()
  }
  return location
}

/** A message of nothing but integers, those that are wanted by name, 0 where it has none. */
function readNumbers<Name extends string>(
  reader: ProtobufReader,
  names: Readonly<Record<number, Name>>,
): Record<Name, number> {
  const found = Object.fromEntries(Object.values(names).map((name) => [name, 0])) as Record<Name, number>
  for (let field = reader.next(); field > 0; field = reader.next()) {
    const name = names[field]
    if (name === undefined) reader.skip()
    else found[name] = reader.integer()
  }
  return found
}

/** The first of each id counts, as for every writer it is the only one. */
function addTo<Row>(rows: Map<number, Row>, row: Row & { readonly id: number }): void {
  if (row.id !== 0 && !rows.has(row.id)) rows.set(row.id, row)
}
