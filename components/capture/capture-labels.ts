import type { Capture, CaptureRequest } from '../../lib/contract/capture.ts'
import { clusterCollectorId, commandLineName } from '../../lib/contract/constants.ts'
import type { Plan } from '../../lib/contract/doctor.ts'
import { engineTable, vantageLabels, eventLabels } from '../../lib/contract/engines.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import type { EventId } from '../../lib/profile/model/event-ids.ts'

/** `async-profiler on the host`. */
export function describePlan({ engine, vantage }: Plan): string {
  return `${engineTable[engine].title} ${vantageLabels[vantage]}`
}

/** The same for one plan of a capture: of a pod it records on the pod’s node, whichever way leads there. */
export function describePlanOf({ collectorId }: Pick<Capture, 'collectorId'>, plan: Plan): string {
  return collectorId === clusterCollectorId ? `${engineTable[plan.engine].title} on the pod’s node` : describePlan(plan)
}

/** Names who began or ended a capture, inside a sentence or at its beginning: `Ann`, `Token ci`. */
export function describePerson(name: string, isFirst = false): string {
  if (name === commandLineName) return isFirst ? 'A command on the host' : 'a command on the host'
  return visibleText(isFirst ? name.replace(/^token /, 'Token ') : name)
}

/**
 * Says who ended a capture: ` by Bo`, ` by you`. Empty where that is the user who began it, and where it ended by
 * itself.
 */
export function describeEnder(
  { requestedBy, endedBy }: Pick<Capture, 'requestedBy' | 'endedBy'>,
  isOwn: (name: string) => boolean,
): string {
  if (endedBy === null || (isOwn(endedBy) && isOwn(requestedBy))) return ''
  return isOwn(endedBy) ? ' by you' : ` by ${describePerson(endedBy)}`
}

/** `CPU, Wall clock and Allocations`. */
export function formatEvents(events: readonly EventId[]): string {
  return formatList(events.map((event) => eventLabels[event].title))
}

export function formatList(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/**
 * `CPU for 30 s at 99 Hz`, `Off-CPU for 30 s`, `CPU, keeping the last 60 s, at 99 Hz`. Only the CPU is sampled at that
 * rate by every engine.
 */
export function describeRequest(request: Pick<CaptureRequest, 'events' | 'mode' | 'seconds' | 'frequencyHz'>): string {
  const { events, mode, seconds, frequencyHz } = request
  const duration = mode === 'timed' ? ` for ${seconds} s` : `, keeping the last ${seconds} s,`
  return `${formatEvents(events)}${duration}${events.includes('cpu') ? ` at ${frequencyHz} Hz` : ''}`
}
