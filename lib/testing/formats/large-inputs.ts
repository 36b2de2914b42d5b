/** Files of other profilers of any size, in pieces and never whole: recordings of the tests made large. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ProtobufReader } from '../../formats/protobuf/protobuf-reader.ts'
import { ProtobufWriter } from '../../formats/protobuf/protobuf-writer.ts'
import { createRandom } from '../../profile/statistics/random.ts'

type Pieces = Generator<string | Uint8Array>
export type LargeInput = keyof typeof inputs

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, '../../formats/golden', name))
const text = (name: string) => bytesOf(`imported/${name}`).toString()
const foreign = (name: string) => bytesOf(`../foreign/golden/${name}`).toString()

/** Text and the chunks of JFR are repeated as they are, as are the samples of pprof; of JSON, the numbers are. */
const inputs = {
  bcc: (bytes: number) => repeated(bytes, text('bcc-0.26-profile-annotated.txt')),
  bpftrace: (bytes: number) => repeated(bytes, text('bpftrace-0.17.txt')),
  'async-profiler': manyBoxes,
  cpuprofile: manySamples,
  'chrome-trace': manyChunks,
  firefox: manyMarkers,
  speedscope: manyStacks,
  'speedscope-events': manyEvents,
  'perf-script': (bytes: number) => repeated(bytes, bytesOf('stackcollapse-perf/jdk-17.txt').toString()),
  folded: (bytes: number) => repeated(bytes, bytesOf('stackcollapse-perf/jdk-17.all.tid.folded').toString()),
  traces: (bytes: number) => repeated(bytes, foreign('async-profiler-traces.txt')),
  'thread-dump': (bytes: number) => repeated(bytes, foreign('jstack-four-dumps.txt')),
  'thread-dump-json': (bytes: number) => repeated(bytes, foreign('dump-to-file.json')),
  hprof: (bytes: number) => repeated(bytes, foreign('hprof-samples.txt')),
  flamebearer: manyLevels,
  pprof: manyPprofSamples,
  otlp: manyOtlpSamples,
  'otlp-json': manyOtlpSamplesAsJson,
  jfr: (bytes: number) => repeatedBytes(bytes, gunzipSync(bytesOf('jfr/jdk-17.jfr.gz'))),
} as const satisfies Readonly<Record<string, (bytes: number) => Pieces>>

export const largeInputs = Object.keys(inputs) as LargeInput[]

/** A file of at least so many bytes. */
export function makeLargeInput(name: LargeInput, bytes: number): Pieces {
  return inputs[name](bytes)
}

function* repeated(bytes: number, one: string): Generator<string> {
  // Pieces as a pipe brings them: a short text many times.
  const piece = `${one}\n`.repeat(Math.ceil(2 ** 16 / one.length))
  for (let sum = 0; sum < bytes; sum += piece.length) yield piece
}

function* repeatedBytes(bytes: number, one: Uint8Array): Generator<Uint8Array> {
  const piece = Buffer.concat(Array<Uint8Array>(Math.ceil(2 ** 16 / one.length)).fill(one))
  for (let sum = 0; sum < bytes; sum += piece.length) yield piece
}

function* manyBoxes(bytes: number): Generator<string> {
  const [head, boxes] = text('async-profiler-4.6-cpu.html').split('unpack(cpool);')
  yield `${head!}unpack(cpool);\n`
  yield* repeated(bytes, boxes!.replace('</script>', ''))
  yield '</script>\n'
}

interface ScriptFile {
  readonly nodes: readonly unknown[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const scriptFile = () => JSON.parse(text('node-20.cpuprofile')) as ScriptFile

/** Stretches of a list that begin anywhere in it. */
function* stretches(values: readonly number[], random: () => number): Generator<readonly number[], never> {
  for (;;) {
    const from = Math.floor(random() * values.length)
    yield values.slice(from, from + 40)
  }
}

function* manySamples(bytes: number): Generator<string> {
  const { nodes, samples, timeDeltas } = scriptFile()
  const random = createRandom(1)
  yield JSON.stringify({ nodes, startTime: 0, endTime: 1e15 }).slice(0, -1)
  yield ',"samples":[1'
  let count = 1
  let written = 0
  // The other half are their times.
  for (const some of stretches(samples, random)) {
    const piece = `,${some.join()}`
    yield piece
    count += some.length
    written += piece.length
    if (written > bytes * 0.4) break
  }
  yield '],"timeDeltas":[1'
  for (const some of stretches(timeDeltas, random)) {
    if (count <= 0) break
    yield `,${some.slice(0, count).join()}`
    count -= some.length
  }
  yield ']}'
}

/** Chunks of a trace of two threads. */
function* manyChunks(bytes: number): Generator<string> {
  const { nodes, samples, timeDeltas } = scriptFile()
  const random = createRandom(1)
  const [ids, times] = [stretches(samples, random), stretches(timeDeltas, random)]
  const event = (tid: number, name: string, data: object) =>
    `${JSON.stringify({ name, ph: 'P', pid: 1, tid, ts: 1, id: `0x${tid}`, args: { data } })},\n`
  yield '{"traceEvents":[\n'
  for (const tid of [7, 8]) {
    yield event(tid, 'Profile', { startTime: 0 })
    yield event(tid, 'ProfileChunk', { cpuProfile: { nodes } })
  }
  for (let sum = 0; sum < bytes;) {
    const [some, deltas] = [ids.next().value, times.next().value]
    const piece = event(7 + (sum % 2), 'ProfileChunk', { cpuProfile: { samples: some }, timeDeltas: deltas })
    yield piece
    sum += piece.length
  }
  yield '{}]}'
}

/** Most of a real file of Firefox is markers. */
function* manyMarkers(bytes: number): Generator<string> {
  const whole = text('firefox-processed-75.json')
  const marker = '{"type":"Text","name":"resource://gre/modules/XPCOMUtils.sys.mjs","innerWindowID":12}'
  yield whole.replace(/\}\s*$/, ',"extraMarkers":[0')
  yield* repeated(bytes, `,${Array.from({ length: 200 }, () => marker).join()}`)
  yield ']}'
}

const speedscopeHead = `{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[${Array.from(
  { length: 1000 },
  (_, frame) => `{"name":"com.acme.Shop.call${frame}"}`,
).join()}]},"profiles":[`

function* manyStacks(bytes: number): Generator<string> {
  yield speedscopeHead
  yield '{"type":"sampled","name":"a","unit":"milliseconds","startValue":0,"endValue":1,"samples":[[0]'
  let count = 1
  for (let sum = 0; sum < bytes;) {
    const frames = Array.from({ length: 40 }, (_, depth) => (depth * 7 + (count % 97) * (depth > 30 ? 1 : 0)) % 1000)
    const piece = `,[${frames.join()}]`.repeat(50)
    yield piece
    count += 50
    sum += piece.length
  }
  yield '],"weights":[1'
  for (let left = count - 1; left > 0; left -= 50) yield ',1'.repeat(Math.min(50, left))
  yield ']}]}'
}

function* manyEvents(bytes: number): Generator<string> {
  const random = createRandom(1)
  yield speedscopeHead
  yield '{"type":"evented","name":"a","unit":"milliseconds","startValue":0,"endValue":1e12,"events":[{"type":"O","at":0,"frame":0}'
  let at = 0
  for (let sum = 0; sum < bytes;) {
    const frame = 1 + Math.floor(random() * 900)
    let piece = ''
    for (const [type, of] of [
      ['O', frame],
      ['O', frame + 1],
      ['C', frame + 1],
      ['C', frame],
    ])
      piece += `,{"type":"${type}","at":${(at += 3)},"frame":${of}}`
    yield piece
    sum += piece.length
  }
  yield ']}]}'
}

/** Its tables stand behind the samples, as Go writes them. */
function* manyPprofSamples(bytes: number): Generator<Uint8Array> {
  const file = gunzipSync(bytesOf('pprof/go-1.26-cpu.pb.gz'))
  const reader = new ProtobufReader(file)
  const [head, samples, tables]: [Uint8Array[], Uint8Array[], Uint8Array[]] = [[], [], []]
  for (let from = 0, field = reader.next(); field > 0; field = reader.next()) {
    reader.skip()
    const part = file.subarray(from, (from = reader.offset))
    if (field === 2) samples.push(part)
    else (field === 1 ? head : tables).push(part)
  }
  yield* head
  yield* repeatedBytes(bytes, Buffer.concat(samples))
  yield* tables
}

const otlpStacks = 100
const otlpStart = 1_700_000_000_000_000_000n

/**
 * Samples of one profile, each with a stack, two attributes and a time, as the eBPF profiler sends them; the tables
 * stand behind them.
 */
function* manyOtlpSamples(bytes: number): Generator<Uint8Array> {
  const writer = new ProtobufWriter()
  const samples = otlpStacks * 40
  for (let sample = 0; sample < samples; sample++) {
    writer.message(2, () => {
      writer.integer(1, 1 + (sample % otlpStacks))
      writer.integers(2, [1, 2 + (sample % 7)])
      writer.fixed64s(5, [otlpStart])
    })
  }
  const piece = Buffer.from(writer.take())
  const pieces = Math.ceil(bytes / piece.length)
  writer.fixed64(3, otlpStart)
  const time = writer.take()
  let size = pieces * piece.length + time.length
  const around: Uint8Array[] = []
  for (const field of [2, 2, 1]) {
    // What begins a field of that number and a message of that size.
    writer.integer(field, size)
    const head = writer.take()
    head[0] = field * 8 + 2
    around.unshift(head)
    size += head.length
  }
  yield* around
  const sampleBytes = piece.length / samples
  for (let index = 0; index < pieces; index++) {
    for (let sample = 1; sample <= samples; sample++)
      piece.writeBigUInt64LE(otlpStart + BigInt((index * samples + sample) * 50_000), sample * sampleBytes - 8)
    yield piece.slice()
  }
  yield time
  writer.message(2, () => {
    writer.message(2, () => undefined)
    writer.message(3, () => undefined)
    writer.text(5, '')
    for (const text of ['thread.name', 'thread.id']) writer.text(5, text)
    writer.message(6, () => undefined)
    const attribute = (key: number, text: string) =>
      writer.message(6, () => {
        writer.integer(1, key)
        writer.message(2, () => writer.text(1, text))
      })
    attribute(1, 'http')
    for (let thread = 0; thread < 7; thread++) attribute(2, `${thread + 1}`)
    writer.message(7, () => undefined)
    for (let stack = 1; stack <= otlpStacks; stack++) {
      writer.text(5, `com.acme.Shop.call${stack}`)
      writer.message(3, () => writer.integer(1, 2 + stack))
      writer.message(2, () => writer.message(3, () => writer.integer(1, stack)))
      writer.message(7, () => writer.integers(1, [stack, 1]))
    }
  })
  yield writer.take()
}

/** The same in JSON, without attributes. */
function* manyOtlpSamplesAsJson(bytes: number): Generator<string> {
  yield '{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[{}'
  for (let sum = 0, sample = 0; sum < bytes;) {
    let piece = ''
    for (let count = 0; count < 1000; count++, sample++)
      piece += `,{"stackIndex":${1 + (sample % otlpStacks)},"timestampsUnixNano":["${otlpStart + BigInt(sample * 50_000)}"]}`
    yield piece
    sum += piece.length
  }
  const rows = (row: (stack: number) => object) =>
    JSON.stringify([{}, ...Array.from({ length: otlpStacks }, (_, index) => row(index + 1))])
  yield `]}]}]}],"dictionary":{"stringTable":${JSON.stringify(['', ...Array.from({ length: otlpStacks }, (_, index) => `com.acme.Shop.call${index + 1}`)])}`
  yield `,"functionTable":${rows((stack) => ({ nameStrindex: stack }))}`
  yield `,"locationTable":${rows((stack) => ({ lines: [{ functionIndex: stack }] }))}`
  yield `,"stackTable":${rows((stack) => ({ locationIndices: [stack, 1] }))}}}`
}

/** Levels of a million boxes. */
function* manyLevels(bytes: number): Generator<string> {
  const boxes = ',0,1,1,2,0,1,1,3'.repeat(1000)
  const count = Math.min(500, Math.ceil(bytes / boxes.length))
  const total = count * 2000 + 1
  yield `{"version":1,"flamebearer":{"names":["total","run","scan","tick"],"levels":[[0,${total},0,0],[0,${total},0,1]`
  for (let sum = 0; sum < bytes; sum += count * boxes.length) {
    yield ',[0,1,1,2'
    for (let written = 0; written < count; written++) yield boxes
    yield ']'
  }
  yield `],"numTicks":${total},"maxSelf":1},"metadata":{"format":"single","sampleRate":100,"units":"samples"}}`
}
