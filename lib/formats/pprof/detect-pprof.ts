import { isProblem } from '../../errors.ts'
import type { FormatAnswer } from '../reading/file-start.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'

/** Fields of the message Profile whose value is a message, a text or a packed list; the others are integers. */
const delimited = new Set([1, 2, 3, 4, 5, 6, 11])
const integers = new Set([7, 8, 9, 10, 12, 14, 15])
const eitherWay = 13

/** Yes: fields of pprof from the first byte on, one of them the type of its samples. Maybe: without that. */
export function isPprof(head: Uint8Array): FormatAnswer {
  // The type of a sample is two fields, whose tags are no characters of any text.
  if (!head.some((byte) => byte < 9)) return 'no'
  const reader = new ProtobufReader(head)
  let fields = 0
  let hasSampleType = false
  try {
    for (let field = reader.next(); field > 0; field = reader.next()) {
      const fits = field === eitherWay || (reader.isDelimited ? delimited : integers).has(field)
      if (!fits) return 'no'
      if (field === 1) hasSampleType ||= isValueType(reader.message())
      else reader.skip()
      fields++
    }
  } catch (error) {
    if (!isProblem(error)) throw error
    // The head ends in the middle of a field, or the file itself was cut: the fields before decide.
  }
  if (hasSampleType) return 'yes'
  return fields > 2 && head.includes(0) ? 'maybe' : 'no'
}

/** Whether it has two integers, and perhaps our `metadataField` beside them. */
function isValueType(reader: ProtobufReader): boolean {
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field <= 2 && reader.isDelimited) return false
    reader.skip()
  }
  return true
}
