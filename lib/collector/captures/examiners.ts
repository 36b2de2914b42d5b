/** Asks each engine what would keep it from capturing a JVM, from the host and from a helper container. */
import type { Examine } from '../../capture/doctor/doctor.ts'
import type { CaptureEngine } from '../../capture/engine.ts'
import { captureRequestSchema } from '../../contract/capture.ts'
import type { Target } from '../../contract/target.ts'
import { type Finding, findingFromProblem } from '../../findings.ts'
import type { EngineId, Vantage } from '../../contract/engines.ts'
import { Problem } from '../../errors.ts'
import type { Helpers } from '../../helper/helpers.ts'
import type { EventId } from '../../profile/model/event-ids.ts'

type FindingsByEvent = ReadonlyMap<EventId, readonly Finding[]>

/**
 * Creates a function for each vantage that gives the findings of an engine. `seesHost` says whether this program sees
 * the processes of the host; else helper containers look for it.
 */
export function createExaminers(
  helpers: Pick<Helpers, 'examine' | 'examineRemotely'>,
  seesHost: () => boolean,
): Readonly<Record<Vantage, Examine>> {
  const pending = new Map<string, ReturnType<Helpers['examineRemotely']>>()

  /** Starts one helper, which answers for every engine. Calls while it runs get the same answer. */
  function examineRemotelyOnce(target: Target): Promise<ReadonlyMap<EngineId, FindingsByEvent>> {
    const running = pending.get(target.id)
    if (running !== undefined) return running
    const answer = helpers
      .examineRemotely(target, new AbortController().signal)
      .finally(() => pending.delete(target.id))
    pending.set(target.id, answer)
    return answer
  }

  async function examineFromHelper(engine: CaptureEngine, target: Target): Promise<FindingsByEvent> {
    const ofHelper = await findHelperObstacles(helpers, engine, target)
    const isBlocked = engine.events.every((event) => ofHelper.get(event)?.some(({ level }) => level === 'blocked'))
    // No helper can be started for any event, and this program does not see the JVM either.
    if (isBlocked && !seesHost()) return ofHelper
    const findingsByEvent = seesHost()
      ? await engine.examine(target, 'helper')
      : (await examineRemotelyOnce(target)).get(engine.id)
    return new Map(
      engine.events.map((event) => [event, [...ofHelper.get(event)!, ...(findingsByEvent?.get(event) ?? [])]]),
    )
  }

  return {
    host: (engine, target) =>
      seesHost()
        ? engine.examine(target, 'host')
        : Promise.resolve(forAll(engine, [findingFromProblem(hostNotVisible())])),
    helper: examineFromHelper,
  }
}

export function hostNotVisible(): Problem {
  return new Problem('host-not-visible', {})
}

/** Gives what would keep a helper from starting. Each set of rights is tried once: most events need the same. */
async function findHelperObstacles(
  helpers: Pick<Helpers, 'examine'>,
  engine: CaptureEngine,
  target: Target,
): Promise<FindingsByEvent> {
  const answers = new Map<string, Promise<Finding[]>>()
  const findings = engine.events.map(async (event) => {
    const request = captureRequestSchema.parse({ targetId: target.id, engine: engine.id, events: [event] })
    const needs = JSON.stringify(engine.helperNeeds(request, target))
    const answer = answers.get(needs) ?? helpers.examine(engine, target, request)
    answers.set(needs, answer)
    return [event, await answer] as const
  })
  return new Map(await Promise.all(findings))
}

/** Gives the same findings for each event of an engine. */
function forAll({ events }: CaptureEngine, findings: readonly Finding[]): FindingsByEvent {
  return new Map(events.map((event) => [event, findings]))
}
