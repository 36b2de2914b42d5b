/**
 * The events of graphs. An engine serves some of them; a capture may ask for several and gets one profile for each.
 *
 * `cpu` time on a processor; `wall` all time, waiting too; `alloc` bytes allocated; `lock` time lost waiting for a
 * lock; `off-cpu` time off the processor, as the kernel's scheduler saw it; `native-memory` bytes from malloc;
 * `live-heap` bytes that are still held; `exceptions` thrown; `io` time in sockets and files.
 */
export const eventIds = [
  'cpu',
  'wall',
  'alloc',
  'lock',
  'off-cpu',
  'native-memory',
  'live-heap',
  'exceptions',
  'io',
] as const
export type EventId = (typeof eventIds)[number]

/** Compares for `sort`, by the order above. An event of an import that is not in it comes last. */
export function compareByEvent(one: { readonly event: string }, other: { readonly event: string }): number {
  return findEventIndex(one.event) - findEventIndex(other.event)
}

function findEventIndex(event: string): number {
  const index = eventIds.findIndex((id) => id === event)
  return index < 0 ? eventIds.length : index
}

/** Leaves of these graphs are classes, of objects that were allocated, waited for or thrown. */
export const eventsOfClasses: ReadonlySet<string> = new Set<EventId>(['alloc', 'lock', 'live-heap', 'exceptions'])
