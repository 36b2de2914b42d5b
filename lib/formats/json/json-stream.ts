/**
 * Reads JSON of any size as a stream. A shape names the wanted parts of each value; the rest is passed over, and never
 * more than one wanted value is held as text.
 *
 *     await parseJsonStream(chunks, { members: (key) => (key === 'samples' ? { number: (value) => samples.add(value) } : null) })
 */
import { JsonBytes, JsonStop } from './json-bytes.ts'
import { textOr } from './json-values.ts'

export interface JsonShape {
  /** Gives the shape of each member of an object, null for one that is not wanted. */
  readonly members?: (key: string) => JsonShape | null
  /** Gives the shape of each item of a list, null for one that is not wanted. */
  readonly items?: (index: number) => JsonShape | null
  /** Takes each item of a list of numbers; NaN for null and for anything that is no number. */
  readonly number?: (value: number, index: number) => void
  /** Takes the value itself, of at most `maxBytes`, which begins at byte `offset` of the file. */
  readonly value?: (value: unknown, offset: number) => void
  readonly maxBytes?: number
  /** Called after the last member or item. */
  readonly done?: () => void
}

/** Gives the shape of an object with these members and no other. */
export function membersOf(members: Readonly<Record<string, JsonShape>>): NonNullable<JsonShape['members']> {
  return (key) => (Object.hasOwn(members, key) ? members[key]! : null)
}

export interface JsonEnd {
  /** Offset at which the text was cut or damaged: the rest was not read. null when all was. */
  readonly stoppedAt: number | null
  /** Wanted values that were too large or no JSON, and where the first one begins. */
  readonly skipped: { readonly count: number; readonly firstAt: number }
}

/** Says for people where JSON is damaged, by the byte at which it could no longer be read, and what helps. */
export function explainDamagedJson(stoppedAt: number) {
  return { reason: `its JSON is damaged or cut off at byte ${stoppedAt}`, remedy: importWhole }
}
export const importWhole = 'Save or copy it once more, and import the whole file.'

/** Larger values are passed over: nothing that is wanted whole is so large. */
const largestValue = 2 ** 24
/** Bytes of a key in JSON; a longer one is read as an empty key. */
const longestKey = 2 ** 16
const decoder = new TextDecoder()

/** Reads to the end also when nothing more is wanted: the sender must not be left with the rest. */
export async function parseJsonStream(chunks: AsyncIterable<Uint8Array>, shape: JsonShape): Promise<JsonEnd> {
  const json = new JsonBytes()
  const skipped = { count: 0, firstAt: 0 }
  const steps = visitFile(json, shape, (at) => {
    if (skipped.count++ === 0) skipped.firstAt = at
  })
  let stoppedAt: number | null = null
  let isDone = false
  const go = (): void => {
    if (isDone) return
    try {
      isDone = steps.next().done === true
    } catch (error) {
      if (!(error instanceof JsonStop)) throw error
      stoppedAt = error.at
      isDone = true
    }
  }
  for await (const chunk of chunks) {
    if (isDone || chunk.length === 0) continue
    json.feed(chunk)
    go()
  }
  json.isOver = true
  go()
  return { stoppedAt, skipped }
}

type ParseSteps = Generator<undefined, void, undefined>
type OnSkipped = (at: number) => void

function* visitFile(json: JsonBytes, shape: JsonShape, onSkipped: OnSkipped): ParseSteps {
  while (json.end - json.at < 3 && !json.isOver) yield
  const { bytes, at } = json
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) json.at += 3
  yield* visitValue(json, shape, onSkipped)
}

function* visitValue(json: JsonBytes, shape: JsonShape | null, onSkipped: OnSkipped): ParseSteps {
  yield* space(json)
  const first = json.bytes[json.at]
  if (shape === null) yield* skip(json)
  else if (first === 123 && shape.members !== undefined) yield* visitMembers(json, shape.members, onSkipped)
  else if (first === 91 && shape.items !== undefined) yield* visitItems(json, shape.items, onSkipped)
  else if (first === 91 && shape.number !== undefined) yield* visitNumbers(json, shape.number)
  else if (shape.value !== undefined) yield* visitWhole(json, shape, onSkipped)
  else yield* skip(json)
  shape?.done?.()
}

function* visitMembers(json: JsonBytes, members: (key: string) => JsonShape | null, onSkipped: OnSkipped): ParseSteps {
  if (yield* isEmpty(json, 125)) return
  for (;;) {
    yield* space(json)
    if (json.bytes[json.at] !== 34) throw new JsonStop(json.offset)
    let key = ''
    yield* collectValue(json, longestKey, (bytes) => {
      key = textOr(parse(bytes), '')
    })
    yield* space(json)
    if (json.bytes[json.at] !== 58) throw new JsonStop(json.offset)
    json.at++
    yield* visitValue(json, members(key), onSkipped)
    if (yield* isLast(json, 125)) return
  }
}

function* visitItems(json: JsonBytes, items: (index: number) => JsonShape | null, onSkipped: OnSkipped): ParseSteps {
  if (yield* isEmpty(json, 93)) return
  for (let index = 0; ; index++) {
    yield* visitValue(json, items(index), onSkipped)
    if (yield* isLast(json, 93)) return
  }
}

function* visitNumbers(json: JsonBytes, onNumber: (value: number, index: number) => void): ParseSteps {
  if (yield* isEmpty(json, 93)) return
  for (let index = 0; ; index++) {
    if (!json.spaceStep()) yield* space(json)
    const first = json.bytes[json.at]!
    if ((first >= 48 && first <= 57) || first === 45) {
      while (!json.numberStep()) yield
      onNumber(json.number, index)
    } else {
      yield* skip(json)
      onNumber(Number.NaN, index)
    }
    // The common case, without a generator.
    if (json.at < json.end && json.bytes[json.at] === 44) json.at++
    else if (yield* isLast(json, 93)) return
  }
}

/** Passes the opening bracket, and the closing one of an empty object or list. */
function* isEmpty(json: JsonBytes, bracket: number): Generator<undefined, boolean, undefined> {
  json.at++
  yield* space(json)
  if (json.bytes[json.at] !== bracket) return false
  json.at++
  return true
}

/** Past the comma: false. Past the bracket: true. */
function* isLast(json: JsonBytes, bracket: number): Generator<undefined, boolean, undefined> {
  yield* space(json)
  const byte = json.bytes[json.at]
  if (byte !== 44 && byte !== bracket) throw new JsonStop(json.offset)
  json.at++
  return byte === bracket
}

function* visitWhole(json: JsonBytes, { value, maxBytes = largestValue }: JsonShape, onSkipped: OnSkipped): ParseSteps {
  const { offset } = json
  let isRead = false
  yield* collectValue(json, maxBytes, (bytes) => {
    const parsed = parse(bytes)
    isRead = parsed !== undefined
    if (isRead) value!(parsed, offset)
  })
  if (!isRead) onSkipped(offset)
}

/** Passes the bytes of the value that begins here to `take`, unless it is larger. */
function* collectValue(json: JsonBytes, maxBytes: number, take: (bytes: Uint8Array) => void): ParseSteps {
  const { offset } = json
  json.mark()
  json.startSkip()
  while (!json.skipStep()) {
    if (json.isOver) throw new JsonStop(offset)
    if (json.held > maxBytes) json.release()
    yield
  }
  const { held } = json
  if (held === 0 && json.offset === offset) throw new JsonStop(offset)
  if (held > 0 && held <= maxBytes) take(json.heldBytes())
  json.release()
}

function* skip(json: JsonBytes): ParseSteps {
  const { offset } = json
  json.startSkip()
  while (!json.skipStep()) {
    if (json.isOver) throw new JsonStop(json.offset)
    yield
  }
  if (json.offset === offset) throw new JsonStop(offset)
}

function* space(json: JsonBytes): ParseSteps {
  while (!json.spaceStep()) {
    if (json.isOver) throw new JsonStop(json.offset)
    yield
  }
}

/** Gives undefined, which no JSON gives, for text that is no JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
