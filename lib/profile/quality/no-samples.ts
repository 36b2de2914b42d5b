import type { EventId } from '../model/event-ids.ts'

const sentences: Readonly<Record<EventId, string>> = {
  cpu: 'No CPU time was sampled.',
  wall: 'No thread was sampled.',
  alloc: 'No allocation was sampled.',
  lock: 'No wait for a lock was recorded.',
  'off-cpu': 'No wait was recorded.',
  'native-memory': 'No call of malloc was sampled.',
  'live-heap': 'No sampled object was still alive at the end.',
  exceptions: 'No exception was recorded.',
  io: 'No read or write was recorded.',
}

/** Explains that a recording has no sample of these events: `No wait for a lock was recorded.` */
export function describeNoSamples(events: readonly EventId[]): string {
  return events.map((event) => sentences[event]).join(' ')
}
