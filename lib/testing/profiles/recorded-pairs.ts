/**
 * Recordings of Spring PetClinic 4.0 on JDK 17, with MariaDB before and PostgreSQL after, under the same load: the
 * drivers differ, Hibernate loads batches differently, and PostgreSQL's connection uses TLS. Names, stacks, times and
 * weights are those of async-profiler. And by perf the two releases of the demo, of which the second is slow, in the
 * first minute of their JVMs; and the second by two engines.
 */
import { readFileSync } from 'node:fs'

/** Two files of `lib/profile/compare/golden`, gzipped profiles. */
export interface RecordedPair {
  readonly title: string
  readonly before: string
  readonly after: string
  /**
   * Packages that were added or removed, as far as there are enough samples to show it; in the order of the conclusion.
   */
  readonly changes: readonly string[]
}

const directory = new URL('../../profile/compare/golden/', import.meta.url)

const pairOf = (length: string, changes: readonly string[]): RecordedPair => ({
  title: `PetClinic, ${length.replace('-', ', ').replace('s', ' s')}`,
  before: `petclinic-mariadb-${length}.hearth.gz`,
  after: `petclinic-postgresql-${length}.hearth.gz`,
  changes,
})

/**
 * Both JVMs compile what they run, and after four seconds the paths of the second are other ones: only what is slow
 * lasts.
 */
export const startingPair: RecordedPair = {
  title: 'the demo, just started, perf',
  before: 'demo-starting-perf-20s.hearth.gz',
  after: 'demo-starting-slow-perf-30s.hearth.gz',
  changes: ['shop.pricing'],
}

/**
 * One JVM of the slow demo, once warm: perf cannot name what it interprets, at the bottom of all stacks, nor what it
 * inlined.
 */
export const enginesPair: RecordedPair = {
  title: 'the slow demo, perf and async-profiler',
  before: 'demo-slow-perf-20s.hearth.gz',
  after: 'demo-slow-async-profiler-20s.hearth.gz',
  changes: [],
}

export const recordedPairs: readonly RecordedPair[] = [
  pairOf('cpu-20s', ['com.mysql.cj', 'org.postgresql']),
  // The idle MySQL driver waits in both.
  pairOf('wall-30s', ['org.postgresql']),
  // 5 samples of one driver and 9 of the other are too few.
  pairOf('cpu-30s', []),
]

export function readRecording(file: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL(file, directory)))
}
