/** Asks every engine about a JVM from inside a helper without privileges, as the JVM's own user. */
import { randomBytes } from 'node:crypto'
import type { EngineId, HelperNeeds } from '../capture/engine.ts'
import type { Finding, Target } from '../contract.ts'
import { Problem, problemFromData } from '../errors.ts'
import type { EventId } from '../profile/event-ids.ts'
import { converse } from './session.ts'
import type { HelperStarter } from './helper-starter.ts'

type Findings = ReadonlyMap<EngineId, ReadonlyMap<EventId, readonly Finding[]>>

const needs: HelperNeeds = { pid: 'container', user: 'target', capabilities: [], network: 'none' }
const maxSeconds = 120

/** Throws: Problem as `recordInHelper`; the reason of `signal`. */
export async function examineInHelper(start: HelperStarter, target: Target, signal: AbortSignal): Promise<Findings> {
  const captureId = randomBytes(16).toString('hex')
  const found = new Map<EngineId, ReadonlyMap<EventId, readonly Finding[]>>()
  const container = await start({ needs, target, captureId, maxSeconds }, signal)
  await using talk = converse(container, { type: 'examine', target, pid: needs.pid })
  signal.addEventListener('abort', talk.cancel)
  try {
    for await (const frame of talk.frames) {
      const answer = frame.kind === 'message' ? frame.answer : null
      if (answer?.type === 'examined') {
        found.set(answer.engine, new Map(answer.events.map(({ event, findings }) => [event, findings])))
      } else if (answer?.type === 'problem') throw problemFromData(answer.problem)
      else if (answer?.type === 'broken') throw new Problem('helper-failed', { reason: answer.reason })
    }
    signal.throwIfAborted()
    if (found.size === 0) throw await talk.explain()
    return found
  } finally {
    signal.removeEventListener('abort', talk.cancel)
  }
}
