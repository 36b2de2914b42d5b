/** Samples of the profiler itself: its signal handlers and timers, and the commands that a JVM answers for it. */
import { engineSeparator } from '../model/engine-titles.ts'
import { kindIndexes, type Profile, type ProfilerWork } from '../model/profile.ts'
import { type FrameMask, stacksHolding } from './frame-masks.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { keepSamples } from './keep-samples.ts'
import { warnOfProfilerWork } from '../format/warning.ts'

/**
 * Functions of async-profiler 2 to 4 and of profilers built on it. Its hooks (`dlopen_hook`, `malloc_hook`) are not
 * here: the program works below them. Source: the classes in `src/` of async-profiler, and of Datadog's java-profiler.
 */
const handlers =
  /^(?:(?:J9)?WallClock|CpuEngine|CTimer|ITimer|PerfEvents|StackWalker)\w*::|^Profiler::(?:record\w+|timerLoop|dump|update\w+|segvHandler|signalHandler)\b|^Symbols::parseLibraries\b/
/** Graphs of time; in others a sample that passes through a handler is the program's own allocation or wait. */
const eventsOfTime: ReadonlySet<string> = new Set(['cpu', 'wall'])
const jfrCommand = /^jdk\.jfr\.internal\.dcmd\./
/** It only runs commands of the attach socket: agents are loaded and symbol maps written in it. */
const attachThread = 'Attach Listener'
/** Threads of the JVM's Flight Recorder. In a recording of another profiler they are load of the program. */
const recorderThread = /^JFR (?:Periodic Tasks|Recorder Thread|Recording Scheduler)$/

/** How much a profiler's own work is of this profile. */
export function weighProfilerWork(profile: Profile, isOwn = findProfilerWork(profile)): ProfilerWork {
  const { samples } = profile
  const all = totalWeight(profile)
  let count = 0
  let weight = 0
  for (let sample = 0; sample < samples.length; sample++) {
    if (!isOwn(sample)) continue
    count++
    weight += samples.weight[sample]!
  }
  return { samples: count, weight, share: all > 0 ? Math.min(1, weight / all) : 0 }
}

/** The profile without it, and in its provenance how much it was; as it is where that was done before. */
export function dropProfilerWork(profile: Profile): Profile {
  if (profile.provenance.profilerWork !== null) return profile
  const isOwn = findProfilerWork(profile)
  const profilerWork = weighProfilerWork(profile, isOwn)
  const rest = keepSamples(profile, (sample) => !isOwn(sample))
  const { provenance } = rest
  const warnings = [
    ...provenance.warnings,
    ...warnOfProfilerWork({ share: profilerWork.share, event: provenance.event }),
  ]
  return { ...rest, provenance: { ...provenance, profilerWork, warnings } }
}

function findProfilerWork(profile: Profile): (sample: number) => boolean {
  const { samples, threads, strings, provenance } = profile
  const isOfJfr = provenance.engine.split(engineSeparator).includes('jfr')
  const holds = stacksHolding(profile, findOwnFrames(profile))
  const isOwnThread = Array.from(threads.name, (index) => {
    const name = strings[index]!
    return name === attachThread || (isOfJfr && recorderThread.test(name))
  })
  return (sample) => holds[samples.stack[sample]!] === 1 || isOwnThread[samples.thread[sample]!]!
}

function findOwnFrames({ frames, strings, provenance }: Profile): FrameMask {
  const isOfTime = eventsOfTime.has(provenance.event)
  return Uint8Array.from(frames.name, (index, frame) => {
    const name = strings[index]!
    return Number(frames.kind[frame] === kindIndexes.java ? jfrCommand.test(name) : isOfTime && handlers.test(name))
  })
}
