import type { EventId } from '../profile/model/event-ids.ts'

/** What each event is called: as a title, within a sentence after "records no", and what its graph shows. */
export const eventLabels: Readonly<
  Record<EventId, { readonly title: string; readonly noun: string; readonly about: string }>
> = {
  cpu: { title: 'CPU', noun: 'CPU time', about: 'time on a processor' },
  wall: { title: 'Wall clock', noun: 'wall-clock time', about: 'all time, waiting too' },
  alloc: { title: 'Allocations', noun: 'allocations', about: 'bytes allocated' },
  lock: { title: 'Locks', noun: 'waiting for locks', about: 'time lost waiting for a lock' },
  'off-cpu': { title: 'Off-CPU', noun: 'off-CPU time', about: 'time off the processor, as the scheduler saw it' },
  'native-memory': { title: 'Native memory', noun: 'native memory', about: 'bytes from malloc' },
  'live-heap': { title: 'Live heap', noun: 'live heap', about: 'bytes still held' },
  exceptions: { title: 'Exceptions', noun: 'exceptions', about: 'exceptions thrown' },
  io: { title: 'Socket and file IO', noun: 'socket and file IO', about: 'time in sockets and files' },
}
