/** A profile as speedscope's JSON, one of its profiles a thread, heaviest first; in pieces, never one string of all. */
import { kindOfFrame, type Profile, type Unit } from '../../profile/model/profile.ts'
import { compareByTime } from '../../profile/model/sorted-columns.ts'
import { createHearthMetadata } from '../reading/provenance.ts'
import { speedscopeSchema } from './speedscope-file.ts'

/** Units of our profiles as speedscope calls them; `none` where it has no word. */
const unitNames: Readonly<Record<Unit, string>> = {
  samples: 'none',
  nanoseconds: 'nanoseconds',
  bytes: 'bytes',
  cycles: 'none',
  events: 'none',
}

/** Gives the file in pieces of text. `title`: what speedscope shows as the name of the whole file. */
export function* writeSpeedscope(profile: Profile, { title = 'profile' } = {}): Generator<string> {
  const { frames, strings } = profile
  yield `{"$schema":${json(speedscopeSchema)},"exporter":"Hearth","name":${json(title)},"activeProfileIndex":0,\n`
  yield `"hearth":${json(createHearthMetadata(profile))},\n"shared":{"frames":[`
  for (let frame = 0; frame < frames.length; frame++) {
    // What Hearth calls the module, the library or file of a frame, is `file` in speedscope.
    const [name, raw, file] = [frames.name, frames.raw, frames.module].map((column) => strings[column[frame]!]!)
    const kind = kindOfFrame(profile, frame)
    const written = { name, ...(file !== '' && { file }), kind, ...(raw !== name && { raw }) }
    yield (frame === 0 ? '\n' : ',\n') + json(written)
  }
  yield ']},\n"profiles":['
  let separator = '\n'
  for (const thread of samplesByThread(profile)) {
    yield separator
    yield* writeThread(profile, thread)
    separator = ',\n'
  }
  yield ']}\n'
}

interface ThreadSamples {
  readonly thread: number
  readonly samples: readonly number[]
  readonly weight: number
}

function* writeThread({ samples: all, threads, strings, stacks, unit }: Profile, of: ThreadSamples): Generator<string> {
  const { thread, samples, weight } = of
  const name = strings[threads.name[thread]!]!
  const hostTid = threads.hostTid[thread]!
  const head = { type: 'sampled', name: name || 'samples', unit: unitNames[unit], startValue: 0, endValue: weight }
  /** Distinct compile tiers of whole stacks, each with its index: one digit a frame, root first; '' if all unknown. */
  const tierRuns = new Map<string, number>()
  /** Of each sample the index of its tiers in `tierRuns`. */
  const tiers: number[] = []

  yield `${json(head).slice(0, -1)},\n"samples":[`
  for (const [index, sample] of samples.entries()) {
    const stack: number[] = []
    // The tier is its index in `compileTiers`, always one digit, and 0 is "unknown".
    let run = ''
    for (let row = all.stack[sample]!; row >= 0; row = stacks.parent[row]!) {
      stack.push(stacks.frame[row]!)
      run += stacks.tier[row]!
    }
    const tierRun = /^0*$/.test(run) ? '' : Array.from(run).reverse().join('')
    if (!tierRuns.has(tierRun)) tierRuns.set(tierRun, tierRuns.size)
    tiers.push(tierRuns.get(tierRun)!)
    yield `${index === 0 ? '' : ','}[${stack.reverse().join()}]`
  }
  yield '],\n"weights":'
  yield* numbers(samples.map((sample) => all.weight[sample]!))
  // What speedscope has no field for, and Hearth's reader (speedscope-samples.ts) takes back: `order` is the index of
  // each sample in the profile, since samples of a thread are written by time; `times` is NaN, so null, where unknown.
  yield `,\n"hearth":{"thread":${json(name)},"hostTid":${hostTid},"order":`
  yield* numbers(samples)
  yield ',"times":'
  yield* numbers(samples.map((sample) => all.time[sample]!))
  yield `,"tierRuns":${json([...tierRuns.keys()])},"tiers":`
  yield* numbers(tiers)
  yield '}}'
}

/** NaN becomes null, which JSON has no other word for. */
function* numbers(values: readonly number[]): Generator<string> {
  const batch = 4096
  yield '['
  for (let from = 0; from < values.length; from += batch)
    yield (from === 0 ? '' : ',') + json(values.slice(from, from + batch)).slice(1, -1)
  yield ']'
}

/** Within a thread in order of time, which is how speedscope draws them; those without a time come last. */
function samplesByThread({ samples }: Profile): ThreadSamples[] {
  const byThread = new Map<number, { thread: number; samples: number[]; weight: number }>()
  for (let sample = 0; sample < samples.length; sample++) {
    const thread = samples.thread[sample]!
    const threadSamples = byThread.get(thread) ?? { thread, samples: [], weight: 0 }
    byThread.set(thread, threadSamples)
    threadSamples.samples.push(sample)
    threadSamples.weight += samples.weight[sample]!
  }
  const byTime = compareByTime(samples.time)
  for (const thread of byThread.values()) thread.samples.sort(byTime)
  return [...byThread.values()].sort((a, b) => b.weight - a.weight)
}

const json = (value: unknown): string => JSON.stringify(value)
