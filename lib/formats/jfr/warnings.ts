/** Counts the gaps and faults of a recording by kind. */
import { formatCount } from '../../profile/format/units.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import { deepestStack } from '../reading/stack-collector.ts'

const texts = {
  'file-cut': 'A recording ends in the middle: what its last chunk still held is lost.',
  'chunks-unfinished': 'The JVM had not finished its last chunk, as when it is killed; what it had written was read.',
  'chunks-skipped': 'Chunks of the recording are damaged and were skipped.',
  'chunks-repeated':
    'Chunks stand in the file more than once, as in joined dumps of one recording; each was read once.',
  'bytes-left-over': 'Bytes between or behind chunks belong to none and were skipped.',
  'events-cut': 'Chunks are damaged in the middle; the events behind that place were skipped.',
  'events-damaged': 'Events could not be read and were skipped.',
  'constants-damaged': 'Tables of names and stacks are damaged; some frames have no name, some samples no stack.',
  'times-not-usable': 'Samples are dated outside the recording; they have no time.',
  'weights-not-usable': 'Events whose weight is negative or beyond all measure were skipped.',
  'weights-of-virtual-threads':
    'Virtual threads allocated: of each thread that carries them, the first sample has in it what that thread allocated before the recording.',
  'samples-without-stack': 'Samples had no stack; their weight stands at the root.',
  'stacks-cut': `Stacks were deeper than ${formatCount(deepestStack)} frames; their middle was cut out and is marked.`,
  'stacks-truncated': 'Stacks were deeper than the recording keeps: their roots are missing.',
  'samples-failed': 'For samples, the JVM could not walk the stack; their time stands at the root.',
  'samples-biased': 'Samples were taken at the next safepoint and not where the thread was.',
  'native-samples-left-out':
    'Samples of threads in native code were left out: the JDK does not say whether such a thread runs or waits.',
  'samples-by-another-means': 'Events that count the same in another way were left out: each sample counts once.',
  'samples-of-another-kind':
    'Recordings that count in different ways were joined, and a profile counts in one: the samples of the others were left out. Import each recording by itself.',
  'samples-by-two-writers':
    'The JDK and async-profiler recorded a JVM at the same time: of what both counted, that of async-profiler was kept.',
  'rates-joined':
    'Recordings with different sampling rates were joined: a sample of a lower rate counts for as many as the highest rate would have taken.',
  'rates-unknown':
    'Recordings with different sampling rates, or unknown ones, were joined: each sample counts 1, so shares are not those of time.',
  'parks-left-out': 'Parked threads that wait for work and not for a lock were left out.',
  'method-traces-left-out': 'Traces of single methods were left out: they are not samples.',
  'errors-only': 'Only errors were recorded, java.lang.Error and below; other exceptions were not.',
  'data-lost': 'The JVM could not write all events in time and lost some of them.',
  'marks-left-out': 'There were more pauses than can be drawn; the later ones were left out.',
} as const
export type JfrWarning = keyof typeof texts

export type JfrWarnings = ReturnType<typeof createJfrWarnings>

export function createJfrWarnings() {
  const counts = new Map<JfrWarning, number>()
  return {
    /** Nothing is noted for a `count` of 0. */
    add(code: JfrWarning, count = 1): void {
      if (count > 0) counts.set(code, (counts.get(code) ?? 0) + count)
    },
    list: (): ProfileWarning[] => Array.from(counts, ([code, count]) => ({ code, text: texts[code], count })),
  }
}
