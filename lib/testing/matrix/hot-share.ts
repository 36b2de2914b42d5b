/** How much of a thread's weight lies in the methods planted for an event, by whatever engine saw it. */
import type { EventId } from '../../profile/model/event-ids.ts'
import type { Profile } from '../../profile/model/profile.ts'

interface Planted {
  readonly thread: string
  /** The hot one first. */
  readonly methods: readonly string[]
}

const buffers: Planted = { thread: 'matrix-alloc', methods: ['hotBuffers', 'warmBuffers'] }
const loops: Planted = { thread: 'matrix-cpu', methods: ['hotLoop', 'warmLoop', 'coolLoop'] }
const planted: Partial<Record<EventId, Planted>> = {
  cpu: loops,
  wall: loops,
  alloc: buffers,
  'live-heap': buffers,
  lock: { thread: 'matrix-waiter', methods: ['hotWait', 'warmWait'] },
}

export interface PlantedShares {
  /** By method, of the weight of all that were planted; 0 to 1, NaN without a single sample. */
  readonly shares: ReadonlyMap<string, number>
  /** Samples below any of them. */
  readonly samples: number
}

export interface HotShare {
  readonly share: number
  readonly samples: number
}

export function hotShareOf(profile: Profile, event: EventId): HotShare {
  const { shares, samples } = plantedShares(profile, event)
  return { share: [...shares.values()][0]!, samples }
}

/** The hot method first. Throws: an Error for an event that nothing was planted for. */
export function plantedShares(profile: Profile, event: EventId): PlantedShares {
  const plan = planted[event]
  if (plan === undefined) throw new Error(`nothing is planted for ${event}`)
  const methodOf = plantedMethodOfStack(profile, plan)
  const inThread = Array.from(profile.threads.name, (name) => profile.strings[name]!.includes(plan.thread))
  const weights = new Map(plan.methods.map((method) => [method, 0]))
  let all = 0
  let samples = 0
  profile.samples.stack.forEach((stack, sample) => {
    const method = stack < 0 ? undefined : methodOf[stack]
    if (method === undefined || inThread[profile.samples.thread[sample]!] !== true) return
    const weight = profile.samples.weight[sample]!
    samples++
    all += weight
    weights.set(method, weights.get(method)! + weight)
  })
  return { shares: new Map([...weights].map(([method, weight]) => [method, weight / all])), samples }
}

/** Share of the weight of samples with such a frame. */
export function shareThrough({ strings, frames, stacks, samples }: Profile, isSuch: (name: string) => boolean): number {
  const isFrame = Array.from(frames.name, (name) => isSuch(strings[name]!))
  const through: boolean[] = []
  stacks.parent.forEach((parent, row) => through.push(isFrame[stacks.frame[row]!] === true || through[parent] === true))
  let all = 0
  let weight = 0
  samples.weight.forEach((one, sample) => {
    all += one
    if (through[samples.stack[sample]!] === true) weight += one
  })
  return all === 0 ? 0 : weight / all
}

/** For each row of the stack table the planted method on its way to the root. */
function plantedMethodOfStack({ strings, frames, stacks }: Profile, { methods }: Planted): (string | undefined)[] {
  const ofFrame = Array.from(frames.name, (name) => methods.find((one) => strings[name]!.endsWith(`Matrix.${one}`)))
  const stackMethods: (string | undefined)[] = []
  stacks.parent.forEach((parent, row) => {
    stackMethods.push(ofFrame[stacks.frame[row]!] ?? (parent < 0 ? undefined : stackMethods[parent]))
  })
  return stackMethods
}
