/**
 * A profile as pprof's Protocol Buffers, not yet compressed: what `go tool pprof`, Pyroscope, Parca and Grafana read.
 *
 *     frame   a function (name, and the raw name as system_name) with one location, in a mapping named after its module
 *     sample  one for one, with the labels that pprof.ts lists
 *     rest    a field of our own, as JSON: unit, provenance, the kind of each frame
 */
import { nameOfFrame, type Profile } from '../../profile/model/profile.ts'
import { createHearthMetadata } from '../reading/provenance.ts'
import { hashNames } from './pprof-frames.ts'
import { metadataField } from './pprof-file.ts'
import { ProtobufWriter } from '../protobuf/protobuf-writer.ts'
import { createRowNumbers } from '../protobuf/row-numbers.ts'

/** A file of pprof is written in pieces of about so many bytes. */
const pprofBatchBytes = 65_536

export function* writePprof(profile: Profile): Generator<Uint8Array<ArrayBuffer>> {
  const { samples, frames, strings, provenance, unit } = profile
  const writer = new ProtobufWriter()
  /** The file's string table, which stands at its end: the first is always empty. */
  const texts = createRowNumbers('')
  const valueType = (field: number, type: string, of: string, own = '') =>
    writer.message(field, () => {
      writer.integer(1, texts.add(type))
      writer.integer(2, texts.add(of))
      if (own !== '') writer.text(metadataField, own)
    })

  const names = Array.from(frames.name, (name) => strings[name]!)
  const own = { ...createHearthMetadata(profile), kinds: frames.kind.join(''), namesHash: hashNames(names) }
  valueType(
    1,
    unit === 'samples' ? 'samples' : provenance.event,
    unit === 'samples' ? 'count' : unit,
    JSON.stringify(own),
  )
  const { startedAt, durationMs, frequencyHz } = provenance
  if (startedAt !== null) writer.integer(9, startedAt * 1e6)
  if (durationMs !== null) writer.integer(10, durationMs * 1e6)
  if (frequencyHz !== null && frequencyHz > 0) {
    valueType(11, provenance.event, 'nanoseconds')
    writer.integer(12, 1e9 / frequencyHz)
  }

  const writeSample = createSampleWriter(profile, writer, texts)
  for (let sample = 0; sample < samples.length; sample++) {
    writeSample(sample)
    if (writer.length > pprofBatchBytes) yield writer.take()
  }
  yield* writeFrames(profile, writer, texts)
  for (const text of texts.all()) {
    writer.text(6, text)
    if (writer.length > pprofBatchBytes) yield writer.take()
  }
  yield writer.take()
}

type Texts = ReturnType<typeof createRowNumbers<string>>

function createSampleWriter({ samples, stacks, threads, strings }: Profile, writer: ProtobufWriter, texts: Texts) {
  const label = (key: string, write: () => void) =>
    writer.message(3, () => {
      writer.integer(1, texts.add(key))
      write()
    })
  return (sample: number) =>
    writer.message(2, () => {
      const locations: number[] = []
      let tiers = ''
      for (let row = samples.stack[sample]!; row >= 0; row = stacks.parent[row]!) {
        locations.push(stacks.frame[row]! + 1)
        tiers += stacks.tier[row]!
      }
      writer.integers(1, locations)
      const weight = samples.weight[sample]!
      writer.integers(2, [weight])

      const thread = samples.thread[sample]!
      const name = strings[threads.name[thread]!]!
      const hostTid = threads.hostTid[thread]!
      if (name !== '') label('thread', () => writer.integer(2, texts.add(name)))
      if (hostTid !== 0) label('thread_id', () => writer.integer(3, hostTid))
      const timeMs = samples.time[sample]!
      if (!Number.isNaN(timeMs)) {
        label('time', () => {
          writer.integer(3, timeMs * 1e6)
          writer.integer(4, texts.add('nanoseconds'))
        })
        if (!isExact(Math.round(timeMs * 1e6) / 1e6, timeMs)) label('hearth.time', () => writer.double(3, timeMs))
      }
      if (!Number.isSafeInteger(weight)) label('hearth.weight', () => writer.double(3, weight))
      if (/[^0]/.test(tiers)) label('hearth.tiers', () => writer.integer(2, texts.add(tiers)))
    })
}

/** Whether a number was read back exactly; -0 differs from 0. */
const isExact = (read: number, written: number) => Object.is(read, written) && Math.abs(written) < 2 ** 53 / 1e6

function* writeFrames(profile: Profile, writer: ProtobufWriter, texts: Texts) {
  const { frames, strings } = profile
  const mappings = new Map<number, number>([[0, 0]])
  for (let frame = 0; frame < frames.length; frame++) {
    const id = frame + 1
    const module = frames.module[frame]!
    if (!mappings.has(module)) {
      mappings.set(module, mappings.size)
      writer.message(3, () => {
        writer.integer(1, mappings.get(module)!)
        writer.integer(5, texts.add(strings[module]!))
        writer.integer(7, 1) // has_functions: pprof need not look for symbols
      })
    }
    writer.message(4, () => {
      writer.integer(1, id)
      writer.integer(2, mappings.get(module)!)
      writer.message(4, () => writer.integer(1, id))
    })
    writer.message(5, () => {
      writer.integer(1, id)
      writer.integer(2, texts.add(nameOfFrame(profile, frame)))
      writer.integer(3, texts.add(strings[frames.raw[frame]!]!))
    })
    if (writer.length > pprofBatchBytes) yield writer.take()
  }
}
