/**
 * The samples of a pprof file while its strings are not known yet, which mostly come last: samples of one stack with
 * the same labels are one, so that memory follows the number of those.
 */
import { doubled, PairTable } from '../../profile/model/pair-table.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { createByteSets, createScratch } from '../reading/byte-sets.ts'

export type Label = Readonly<ReturnType<typeof readLabel>>

/** More sets of labels than these have a time or an id of each sample. */
const mostLabelSets = 2 ** 17

export function createPprofSamples() {
  const stacks = createByteSets()
  const labelSets = createByteSets()
  const rows = new PairTable()
  let counts = new Float64Array(16)
  const columns: Float64Array[] = []
  const unusable: number[] = []
  const labelBytes = createScratch()
  const stackBytes = createScratch()
  const values: number[] = []
  let hasAllLabels = true

  return {
    /** `isOwn`: every sample stays one, with all of its labels. */
    add(reader: ProtobufReader, isOwn: boolean): void {
      stackBytes.clear()
      labelBytes.clear()
      values.length = 0
      for (let field = reader.next(); field > 0; field = reader.next()) {
        if (field === 1) stackBytes.add(reader.integerBytes())
        else if (field === 2) reader.integers(values)
        else if (field === 3) addLabel(reader.messageBytes(), isOwn)
        else reader.skip()
      }
      const labels = isOwn ? labelSets.append(labelBytes) : labelSets.add(labelBytes)
      const row = rows.add(stacks.add(stackBytes), labels)
      if (row === counts.length) counts = doubled(counts)
      counts[row] = counts[row]! + 1
      for (let index = 0; index < values.length; index++) addValue(row, index, values[index]!)
    },
    get length() {
      return rows.length
    },
    /** Ids of locations, leaf first. */
    locationsOf: (row: number): number[] => new ProtobufReader(stacks.at(rows.first[row]!)).restAsIntegers(),
    labelsOf: (row: number): Label[] => readLabels(labelSets.at(rows.second[row]!)).filter(isKept),
    /** How many samples became this one. */
    countOf: (row: number): number => counts[row]!,
    /** Gives the sum of the values that are not negative. */
    valueOf: (row: number, index: number): number => columns[index]?.[row] ?? 0,
    /** How many values are negative. */
    unusable: (index: number): number => unusable[index] ?? 0,
    /** False when labels that hold numbers were left out, since there are so many. */
    hasAllLabels: (): boolean => hasAllLabels,
  }

  function addLabel(bytes: Uint8Array, isOwn: boolean): void {
    if (!isOwn && labelSets.length >= mostLabelSets) hasAllLabels = false
    if (!isKept(readLabel(new ProtobufReader(bytes)))) return
    labelBytes.addNumber(bytes.length)
    labelBytes.add(bytes)
  }

  /** Keeps labels that are numbers for all samples or for none. */
  function isKept({ str }: Label): boolean {
    return hasAllLabels || str !== 0
  }

  function addValue(row: number, index: number, value: number): void {
    let column = (columns[index] ??= new Float64Array(16))
    while (row >= column.length) columns[index] = column = doubled(column)
    if (value >= 0) column[row] = column[row]! + value
    else unusable[index] = (unusable[index] ?? 0) + 1
  }
}

function readLabels(bytes: Uint8Array): Label[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const labels: Label[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + view.getUint32(at)
    labels.push(readLabel(new ProtobufReader(bytes, at + 4, end)))
    at = end
  }
  return labels
}

/** `double` is `num` as the bits of one. */
function readLabel(reader: ProtobufReader) {
  const label = { key: 0, str: 0, num: 0, double: 0 }
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === 1) label.key = reader.integer()
    else if (field === 2) label.str = reader.integer()
    else if (field === 3) {
      label.num = reader.integer()
      label.double = reader.lastAsDouble()
    } else reader.skip()
  }
  return label
}
