import { CommonProblem } from '../../errors/problem.ts'
import { readProvenance } from '../model/check-provenance.ts'
import {
  computeOffsets,
  countRows,
  type EncodedHeader,
  encodingVersion,
  headerStart,
  type Layout,
  layouts,
  magic,
  type RowCounts,
  tableNames,
} from './byte-layout.ts'
import { decodeLines, encodeLines } from './line-columns.ts'
import { compileTiers, frameKinds, isUnit, type Profile } from '../model/profile.ts'

/** The bytes of a profile, as stored and sent. Shape: byte-layout.ts. */
export function encodeProfile(profile: Profile): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(profile.strings.join(''))
  const header: EncodedHeader = {
    unit: profile.unit,
    rows: countRows(profile, text.length),
    provenance: profile.provenance,
    ...(profile.lines && { lines: encodeLines(profile.lines) }),
  }
  const headerText = new TextEncoder().encode(JSON.stringify(header))
  const offsets = computeOffsets(headerText.length, header.rows, layouts[encodingVersion]!)

  const bytes = new Uint8Array(offsets.end)
  bytes.set(magic)
  bytes[magic.length] = encodingVersion
  new DataView(bytes.buffer).setUint32(8, headerText.length, true)
  bytes.set(headerText, headerStart)
  const lengths = new Uint32Array(bytes.buffer, offsets.lengths, header.rows.strings)
  profile.strings.forEach((string, index) => (lengths[index] = string.length))
  bytes.set(text, offsets.text)
  for (const { table, column, start } of offsets.columns) {
    const values = (profile[table] as unknown as Record<string, Uint8Array>)[column]!
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), start)
  }
  return bytes
}

/**
 * The profile in these bytes. Its columns are views of them: keep the bytes unchanged as long as the profile.
 * Every index in it has been checked, so nothing later can reach outside a table, even in a hostile file.
 * Throws: Problem unreadable-profile
 */
export function decodeProfile(bytes: Uint8Array): Profile {
  // Columns can only be viewed in place when the first byte stands at a multiple of 8; a Buffer of Node's pool may not,
  // and its slice() would be a view of the same place.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  const layout = readLayout(aligned)
  const { header, lines, headerBytes } = readHeader(aligned)
  const offsets = computeOffsets(headerBytes, header.rows, layout)
  if (offsets.end !== aligned.length) throw unreadable(`it has ${aligned.length} bytes instead of ${offsets.end}`)

  const lengths = new Uint32Array(aligned.buffer, aligned.byteOffset + offsets.lengths, header.rows.strings)
  const text = aligned.subarray(offsets.text, offsets.text + header.rows.textBytes)
  const columns = Object.fromEntries(tableNames.map((table) => [table, { length: header.rows[table] }]))
  for (const { table, column, type, rows, start } of offsets.columns) {
    Object.assign(columns[table]!, { [column]: new type(aligned.buffer, aligned.byteOffset + start, rows) })
  }
  // The loop above made every column of the four tables: all versions have them.
  const tables = columns as unknown as Pick<Profile, 'frames' | 'stacks' | 'threads' | 'samples'>
  const profile = { unit: header.unit, strings: readStrings(text, lengths), ...tables, provenance: header.provenance }
  const bad = findBadColumn(profile)
  if (bad) throw unreadable(bad)
  if (lines === undefined) return profile
  const decoded = decodeLines(lines, profile.frames.length, profile.samples.length)
  if (!decoded) throw unreadable('its lines are damaged')
  return { ...profile, lines: decoded }
}

/**
 * Whether bytes that `decodeProfile` took are in the newest layout, so that encoding the profile again would change
 * nothing that is read.
 */
export function isCurrentEncoding(bytes: Uint8Array): boolean {
  return bytes[magic.length] === encodingVersion
}

function readLayout(bytes: Uint8Array): Layout {
  if (bytes.length < headerStart || magic.some((byte, index) => bytes[index] !== byte)) {
    throw unreadable('it does not start like one of Hearth')
  }
  const version = bytes[magic.length]!
  if (version > encodingVersion)
    throw new CommonProblem('unreadable-profile', {
      subject: 'profile',
      reason: `a newer Hearth made it (version ${version}, this one reads up to ${encodingVersion})`,
      remedy: 'Update this Hearth, or open the profile in the one that made it.',
    })
  const layout = layouts[version]
  if (!layout) throw unreadable(`there is no version ${version}`)
  return layout
}

function readHeader(bytes: Uint8Array): { header: EncodedHeader; lines: unknown; headerBytes: number } {
  const headerBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)
  if (headerStart + headerBytes > bytes.length) throw unreadable('its header is cut off')
  const json = parseJson(bytes.subarray(headerStart, headerStart + headerBytes))
  const provenance = readProvenance(json.provenance)
  if (!provenance) throw unreadable('its provenance is damaged')
  const { unit } = json
  if (!isUnit(unit)) throw unreadable('its unit is not known')
  return { header: { unit, rows: readRows(json.rows), provenance }, lines: json.lines, headerBytes }
}

function parseJson(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(decodeText(bytes))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (cause) {
    throw unreadable('its header is damaged', cause)
  }
  throw unreadable('its header is damaged')
}

function readRows(value: unknown): RowCounts {
  const fields = (value ?? {}) as Record<string, unknown>
  const rows: RowCounts = { strings: 0, textBytes: 0, frames: 0, stacks: 0, threads: 0, samples: 0 }
  for (const key of Object.keys(rows) as (keyof RowCounts)[]) {
    const count = fields[key]
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > 2 ** 31) {
      throw unreadable(`its count of ${key} is damaged`)
    }
    rows[key] = count
  }
  return rows
}

/** One decode for all and then slices: a TextDecoder call per name takes ten times as long. */
function readStrings(bytes: Uint8Array, lengths: Uint32Array): string[] {
  let text: string
  try {
    text = decodeText(bytes)
  } catch (cause) {
    throw unreadable('its names are not UTF-8', cause)
  }
  const strings = new Array<string>(lengths.length)
  let start = 0
  for (let index = 0; index < lengths.length; index++) {
    const end = start + lengths[index]!
    // The second half of a surrogate pair: a name would end inside of a character.
    const unit = text.charCodeAt(end)
    if (end > text.length || (unit >= 0xdc00 && unit <= 0xdfff))
      throw unreadable('the lengths of its names are damaged')
    strings[index] = text.slice(start, end)
    start = end
  }
  if (start !== text.length || strings[0] !== '') throw unreadable('the lengths of its names are damaged')
  return strings
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function unreadable(reason: string, cause?: unknown): CommonProblem<'unreadable-profile'> {
  return new CommonProblem('unreadable-profile', { reason, subject: 'profile' }, { cause })
}

/**
 * The first column that points outside its table, or that no engine can have written, in words; null when all is well.
 */
export function findBadColumn({ strings, frames, stacks, threads, samples }: Profile): string | null {
  const names = strings.length
  if (!allBelow(frames.name, names) || !allBelow(frames.raw, names) || !allBelow(frames.module, names)) {
    return 'a frame has no name'
  }
  if (!allBelow(frames.kind, frameKinds.length)) return 'a frame is of no known kind'
  if (!allBelow(stacks.frame, frames.length)) return 'a stack has no frame'
  if (!allBelow(stacks.tier, compileTiers.length)) return 'a stack is of no known tier'
  if (!parentsComeFirst(stacks.parent)) return 'a stack stands before its caller'
  if (!allBelow(threads.name, names)) return 'a thread has no name'
  if (!allBelow(samples.stack, stacks.length, -1)) return 'a sample has no stack'
  if (!allBelow(samples.thread, threads.length)) return 'a sample has no thread'
  if (samples.time.some((time) => Math.abs(time) === Infinity)) return 'a sample is at no time'
  if (!weightsAddUp(samples.weight)) return 'a weight is not a number that can be added'
  return null
}

function allBelow(column: Uint8Array | Uint32Array | Int32Array, end: number, from = 0): boolean {
  for (let row = 0; row < column.length; row++) if (column[row]! < from || column[row]! >= end) return false
  return true
}

/** Everything that walks stacks relies on it: backwards loops end, and no stack is its own caller. */
function parentsComeFirst(parent: Int32Array): boolean {
  for (let row = 0; row < parent.length; row++) if (parent[row]! < -1 || parent[row]! >= row) return false
  return true
}

function weightsAddUp(weight: Float64Array): boolean {
  let sum = 0
  for (let row = 0; row < weight.length; row++) {
    if (!(weight[row]! >= 0)) return false
    sum += weight[row]!
  }
  return sum < Infinity
}
