import { isProblem } from '../../errors.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import type { FormatAnswer, FileStart } from '../reading/file-start.ts'

/** Yes: a resource with profiles of a scope in it, or JSON that names them. Maybe: tables of a dictionary alone. */
export function isOtlp({ bytes }: Pick<FileStart, 'bytes'>): FormatAnswer {
  // Where the head ends, a message may go on: its end is not looked at.
  const reader = new ProtobufReader(bytes, 0, Infinity)
  const tables = new Set<number>()
  try {
    for (let field = reader.next(); field > 0; field = reader.next()) {
      if (field > 8 || !reader.isDelimited) return 'no'
      const message = reader.message()
      if (field === 1) return hasPath(message, [2, 2]) ? 'yes' : 'no'
      if (field === 2) for (const table of fieldsOf(message)) tables.add(table)
    }
  } catch (error) {
    if (!isProblem(error)) throw error
  }
  return tables.size >= 4 && [...tables].every((table) => table <= 7) ? 'maybe' : 'no'
}

export function isOtlpJson({ text }: Pick<FileStart, 'text'>): FormatAnswer {
  return /"resourceProfiles"\s*:/.test(text) ? 'yes' : 'no'
}

/** A message at this path, all of whose fields on the way are messages or texts. */
function hasPath(reader: ProtobufReader, [wanted, ...rest]: readonly number[]): boolean {
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (!reader.isDelimited || (field > 3 && field !== 1000)) return false
    const message = reader.message()
    if (field === wanted) return rest.length === 0 || hasPath(message, rest)
  }
  return false
}

/** Numbers of the fields that are messages, as far as the bytes go. */
function* fieldsOf(reader: ProtobufReader): Generator<number> {
  try {
    for (let field = reader.next(); field > 0; field = reader.next()) {
      yield reader.isDelimited ? field : 99
      reader.skip()
    }
  } catch (error) {
    if (!isProblem(error)) throw error
  }
}
