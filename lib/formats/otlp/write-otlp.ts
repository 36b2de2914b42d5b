/**
 * Writes a profile as an OTLP message of the newest numbering (opentelemetry-proto 1.10), which a collector takes.
 * Facts without a field in OTLP (provenance, kinds, tiers, exact times and weights) are in attributes beside it, so
 * that they come back without loss.
 */
import { kindOfFrame, nameOfFrame, compileTiers, type FrameKind, type Profile } from '../../profile/model/profile.ts'
import { ProtobufWriter } from '../protobuf/protobuf-writer.ts'
import { createRowNumbers } from '../protobuf/row-numbers.ts'
import { createHearthMetadata } from '../reading/provenance.ts'
import { frameType, ownKind, ownTier } from './otlp-frames.ts'
import { ownMetadata } from './otlp-message.ts'
import { ownTime, ownWeight } from './otlp-profile.ts'

const frameTypes: Partial<Record<FrameKind, string>> = { java: 'jvm', vm: 'native', native: 'native', kernel: 'kernel' }
/** Resources of so many samples each: a message stands behind its length, so that one must be held whole. */
const batchSamples = 50_000
/** A file of OTLP is written in pieces of about so many bytes. */
const otlpBatchBytes = 65_536

export function* writeOtlp(profile: Profile): Generator<Uint8Array<ArrayBuffer>> {
  const writer = new ProtobufWriter()
  const dictionary = createDictionary(profile)
  for (let from = 0; from === 0 || from < profile.samples.length; from += batchSamples) {
    writeResource(profile, from, { writer, dictionary })
    yield writer.take()
  }
  // One message, whose parts are concatenated: a field that is given again is merged.
  for (const write of dictionary.parts()) {
    writer.message(2, () => write(writer))
    if (writer.length > otlpBatchBytes) yield writer.take()
  }
  yield writer.take()
}

interface OtlpOutput {
  readonly writer: ProtobufWriter
  readonly dictionary: Dictionary
}
type Dictionary = ReturnType<typeof createDictionary>

function writeResource(profile: Profile, from: number, { writer, dictionary }: OtlpOutput): void {
  const { provenance, unit } = profile
  const { target, event, startedAt, durationMs, frequencyHz } = provenance
  const valueType = (field: number, type: string, unitName: string) =>
    writer.message(field, () => {
      writer.integer(1, dictionary.text(type))
      writer.integer(2, dictionary.text(unitName))
    })
  const start = startedAt === null || startedAt < 0 ? null : BigInt(Math.round(startedAt * 1e6))
  writer.message(1, () => {
    writer.message(1, () => {
      for (const [key, text] of Object.entries(resourceAttributes(target))) writeAttribute(writer, key, text)
      writeAttribute(writer, ownMetadata, JSON.stringify(createHearthMetadata(profile)))
    })
    writer.message(2, () => {
      writer.message(1, () => writer.text(1, 'hearth'))
      writer.message(2, () => {
        valueType(1, unit === 'samples' ? 'samples' : event, unit === 'samples' ? 'count' : unit)
        const end = Math.min(profile.samples.length, from + batchSamples)
        for (let sample = from; sample < end; sample++) writeSample(profile, sample, start, { writer, dictionary })
        if (start !== null) writer.fixed64(3, start)
        if (durationMs !== null) writer.integer(4, Math.max(0, durationMs * 1e6))
        valueType(5, event, frequencyHz === null ? '' : 'nanoseconds')
        if (frequencyHz !== null && frequencyHz > 0) writer.integer(6, 1e9 / frequencyHz)
      })
    })
  })
}

/** Gives those facts of a target that the semantic conventions have a name for. */
function resourceAttributes({ service, host, container, containerId, image }: Record<string, string>) {
  const all = {
    'service.name': service,
    'host.name': host,
    'container.name': container,
    'container.id': containerId,
    'container.image.name': image,
  }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined)) as Record<string, string>
}

function writeAttribute(writer: ProtobufWriter, key: string, text: string): void {
  writer.message(1, () => {
    writer.text(1, key)
    writer.message(2, () => writer.text(1, text))
  })
}

/** In Unix nanoseconds, in 2262: a sample at it or later is written without a time of OTLP's own. */
const mostNanos = 2 ** 63

function writeSample(profile: Profile, sample: number, start: bigint | null, { writer, dictionary }: OtlpOutput): void {
  const { samples, threads, strings } = profile
  const thread = samples.thread[sample]!
  const name = strings[threads.name[thread]!]!
  const hostTid = threads.hostTid[thread]!
  const weight = samples.weight[sample]!
  const timeMs = samples.time[sample]!
  const nanos = Math.round(timeMs * 1e6)
  const isInRange = start !== null && Number(start) + nanos > 0 && Number(start) + nanos < mostNanos
  const attributes: number[] = []
  if (name !== '') attributes.push(dictionary.attribute('thread.name', name))
  if (hostTid !== 0) attributes.push(dictionary.attribute('thread.id', hostTid))
  if (!Number.isSafeInteger(weight)) attributes.push(dictionary.attribute(ownWeight, `${weight}`))
  const isExact = isInRange && Number.isSafeInteger(nanos) && Object.is(nanos / 1e6, timeMs)
  if (!Number.isNaN(timeMs) && !isExact)
    attributes.push(dictionary.attribute(ownTime, Object.is(timeMs, -0) ? '-0' : `${timeMs}`))
  writer.message(2, () => {
    writer.integer(1, dictionary.stack(samples.stack[sample]!, lineOf(profile, sample)))
    writer.integers(2, attributes)
    writer.integers(4, [weight])
    if (isInRange) writer.fixed64s(5, [start + BigInt(nanos)])
  })
}

/** Row of the line table, -1 without a line. */
const lineOf = ({ lines }: Profile, sample: number) => lines?.ofSample[sample] ?? -1

/** Rows as they are met; the first of each table means "none". */
function createDictionary(profile: Profile) {
  const { strings, frames, stacks, lines } = profile
  const texts = createRowNumbers<string>('')
  const attributes = createRowNumbers<string>('')
  const locations = createRowNumbers<string>('')
  const stackRows = createRowNumbers<string>('')

  const attribute = (key: string, value: string | number) => attributes.add(JSON.stringify([key, value]))

  function* writeStrings(): Generator<(writer: ProtobufWriter) => void> {
    for (const text of texts.all()) yield (writer) => writer.text(5, text)
  }

  function writeLocation(writer: ProtobufWriter, key: string): void {
    if (key === '') return
    const [frame, tier, line] = JSON.parse(key) as [number, number, number]
    const kind = kindOfFrame(profile, frame)
    const type = frameTypes[kind]
    const attributeRows = [
      ...(type === undefined ? [] : [attribute(frameType, type)]),
      attribute(ownKind, kind),
      ...(tier === 0 ? [] : [attribute(ownTier, compileTiers[tier]!)]),
    ]
    // Mappings stand in the order of the strings that are modules: the row of a module is known by its text.
    writer.integer(1, modules.add(frames.module[frame]!))
    writer.message(3, () => {
      writer.integer(1, frame + 1)
      if (line > 0) writer.integer(2, line)
    })
    writer.integers(4, attributeRows)
  }
  const modules = createRowNumbers<number>(0)

  return {
    text: (text: string) => texts.add(text),
    attribute,
    /** Row of the stack whose innermost Java method is at this line. */
    stack: (stack: number, line: number) => (stack < 0 ? 0 : stackRows.add(`${stack} ${line}`)),
    /** Writes the fields of a dictionary, one after the other, when all samples are written. */
    // The order matters: to write a table adds rows to those that follow it, texts last.
    *parts(): Generator<(writer: ProtobufWriter) => void> {
      for (const key of stackRows.all()) {
        const indices = key === '' ? [] : locationsOf(key)
        yield (writer) => writer.message(7, () => writer.integers(1, indices))
      }
      for (const key of locations.all()) yield (writer) => writer.message(2, () => writeLocation(writer, key))
      for (const module of modules.all()) {
        const name = texts.add(strings[module]!)
        yield (writer) => writer.message(1, () => writer.integer(4, name))
      }
      yield (writer) => writer.message(3, () => undefined) // function 0, which means none
      for (let frame = 0; frame < frames.length; frame++) {
        const [name, raw] = [texts.add(nameOfFrame(profile, frame)), texts.add(strings[frames.raw[frame]!]!)]
        yield (writer) =>
          writer.message(3, () => {
            writer.integer(1, name)
            writer.integer(2, raw)
          })
      }
      yield (writer) => writer.message(4, () => undefined) // link 0; we write no other
      for (const key of attributes.all()) {
        if (key === '') yield (writer) => writer.message(6, () => undefined)
        else {
          const [name, value] = JSON.parse(key) as [string, string | number]
          const row = texts.add(name)
          yield (writer) =>
            writer.message(6, () => {
              writer.integer(1, row)
              writer.message(2, () => (typeof value === 'string' ? writer.text(1, value) : writer.integer(3, value)))
            })
        }
      }
      yield* writeStrings()
    },
  }

  /** Leaf first. */
  function locationsOf(key: string): number[] {
    const [stack, lineRow] = key.split(' ').map(Number) as [number, number]
    const indices: number[] = []
    let isPlaced = lineRow < 0
    for (let row = stack; row >= 0; row = stacks.parent[row]!) {
      const frame = stacks.frame[row]!
      const isHere = !isPlaced && frame === lines!.frame[lineRow]
      isPlaced ||= isHere
      indices.push(locations.add(JSON.stringify([frame, stacks.tier[row]!, isHere ? lines!.line[lineRow]! : 0])))
    }
    return indices
  }
}
