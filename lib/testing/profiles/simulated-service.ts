/** Captures of a service that never was, whose samples cluster as real ones do; the same for the same seed. */
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../profile/model/profile.ts'
import { createRandom } from './random-profile.ts'

export interface SimulatedService {
  readonly samples: number
  /** Mean number of samples in a row from one request: 1 for none that cluster. */
  readonly cluster: number
  readonly seconds: number
  /** Share of all time that goes into one more function, at the end of every second path. */
  readonly planted: number
  readonly hasTimes: boolean
  /** Share of the samples at the start that load and compile classes; it halves every tenth of the recording. */
  readonly warmUp: number
  /** Jobs that start at some moment and take the service for a while: on the average so many in a recording. */
  readonly jobs: number
  /** Threads that come and go, each of which serves other paths; 1 for one that serves all. */
  readonly threads: number
}

const paths = 60
const names = 40
export const plantedName = 'com.acme.Planted.scan'

/**
 * Requests of sixty kinds, some often and most seldom, come in random order; each fills some samples in a row with its
 * own path and whatever it calls there. Every two seconds a collection takes a tenth of one.
 */
export function simulateCapture(
  seed: number,
  {
    samples = 3000,
    cluster = 10,
    seconds = 30,
    planted = 0,
    hasTimes = true,
    warmUp = 0,
    jobs = 0,
    threads = 1,
  }: Partial<SimulatedService> = {},
): Profile {
  const random = createRandom(seed)
  const builder = createProfileBuilder()
  const frameOf = (name: string) => builder.frame(name, 'java')
  const thread = builder.thread('http-1', 1)
  const rows = Array.from({ length: paths }, (_, path) => {
    // The paths belong to the service and not to the capture.
    const fixed = createRandom(1000 + path)
    let row = builder.stack(-1, frameOf('com.acme.Main.run'), 'inlined')
    for (let depth = 3 + (path % 5); depth > 0; depth--)
      row = builder.stack(row, frameOf(`com.acme.F${Math.floor(fixed() ** 2 * names)}.call`))
    return row
  })
  const leaves = rows.map((row) =>
    Array.from({ length: 4 }, (_, leaf) => builder.stack(row, frameOf(`com.acme.Leaf${leaf}.go`))),
  )
  const slow = rows.map((row) => builder.stack(row, frameOf(plantedName)))
  const collector = builder.stack(-1, frameOf('GC'))
  const loading = Array.from({ length: 8 }, (_, one) =>
    builder.stack(
      builder.stack(rows[one]!, frameOf('java.lang.ClassLoader.loadClass')),
      frameOf(`java.util.zip.Z${one}.read`),
    ),
  )
  const ofJobs = Array.from({ length: 4 }, (_, job) => builder.stack(-1, frameOf(`com.acme.jobs.Job${job}.run`)))
  const started = drawJobs(random, jobs)
  const lives = Array.from({ length: threads }, () => [random() * 1.2 - 0.2, 0.2 + random()] as const)

  let left = 0
  let path = 0
  for (let sample = 0; sample < samples; sample++) {
    const timeMs = (sample / samples) * seconds * 1000
    if (left-- <= 0) {
      const at = sample / samples
      const alive = lives.flatMap(([from, long], one) => (at >= from && at < from + long ? [one] : []))
      const server = alive[Math.floor(random() * alive.length)] ?? 0
      // A thread of its own has favourites.
      path = (Math.floor(random() ** 2.5 * paths) + (threads > 1 ? server * 7 : 0)) % paths
      left = Math.floor(-Math.log(1 - random()) * (cluster - 1))
    }
    const dice = random()
    const isPlanted = path % 2 === 0 && dice < planted * 2
    const leaf = dice < 0.4 ? rows[path]! : leaves[path]![Math.floor(((dice - 0.4) / 0.6) * 4)]!
    const at = sample / samples
    const job = started.find(({ from, to }) => at >= from && at < to)
    const isLoading = warmUp > 0 && random() < warmUp * 0.5 ** (at * 10)
    const stack =
      timeMs % 2000 < 100
        ? collector
        : isLoading
          ? loading[path % loading.length]!
          : job && random() < 0.5
            ? ofJobs[job.which]!
            : isPlanted
              ? slow[path]!
              : leaf
    builder.sample(stack, thread, hasTimes ? timeMs : Number.NaN, 1)
  }
  return builder.finish('samples', { ...emptyProvenance('simulated'), durationMs: seconds * 1000 })
}

/** When jobs run, as parts of the recording. */
function drawJobs(random: () => number, mean: number) {
  const jobs: { readonly which: number; readonly from: number; readonly to: number }[] = []
  if (mean <= 0) return jobs
  for (let from = -Math.log(1 - random()) / mean; from < 1; from -= Math.log(1 - random()) / mean)
    jobs.push({ which: Math.floor(random() * 4), from, to: from + 0.02 + 0.06 * random() })
  return jobs
}
