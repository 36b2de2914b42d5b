/** How the doctor looks at a JVM from either vantage, here or where the JVM is. */
import type { Examine } from '../../capture/doctor/doctor.ts'
import { findingOf } from '../../capture/doctor/finding-from-problem.ts'
import type { CaptureEngine, EngineId } from '../../capture/engine.ts'
import { captureRequestSchema, type Finding, type Target, type Vantage } from '../../contract.ts'
import { Problem } from '../../errors.ts'
import type { Helpers } from '../../helper/helpers.ts'
import type { EventId } from '../../profile/event-ids.ts'

type Findings = ReadonlyMap<EventId, readonly Finding[]>

/** `seesHost` as in the inventory that was chosen. */
export function createExaminers(
  helpers: Pick<Helpers, 'examine' | 'examineThere'>,
  seesHost: () => boolean,
): Readonly<Record<Vantage, Examine>> {
  const asked = new Map<string, ReturnType<Helpers['examineThere']>>()

  /** One helper answers for every engine: those who ask while it does get the same answer. */
  function askThere(target: Target): Promise<ReadonlyMap<EngineId, Findings>> {
    const known = asked.get(target.id)
    if (known !== undefined) return known
    const answer = helpers.examineThere(target, new AbortController().signal).finally(() => asked.delete(target.id))
    asked.set(target.id, answer)
    return answer
  }

  async function examineFromHelper(engine: CaptureEngine, target: Target): Promise<Findings> {
    const ownOf = await helperFindings(helpers, engine, target)
    const isHopeless = engine.events.every((event) => ownOf.get(event)?.some(({ level }) => level === 'blocked'))
    // Where it cannot be asked from here, a helper would have to be started that cannot be.
    if (isHopeless && !seesHost()) return ownOf
    const found = seesHost() ? await engine.examine(target, 'helper') : (await askThere(target)).get(engine.id)
    return new Map(engine.events.map((event) => [event, [...ownOf.get(event)!, ...(found?.get(event) ?? [])]]))
  }

  return {
    host: (engine, target) =>
      seesHost() ? engine.examine(target, 'host') : Promise.resolve(forAll(engine, [findingOf(hostNotVisible())])),
    helper: examineFromHelper,
  }
}

export function hostNotVisible(): Problem {
  return new Problem('host-not-visible', {})
}

/** Asked once for each set of rights: most events of an engine need the same. */
async function helperFindings(
  helpers: Pick<Helpers, 'examine'>,
  engine: CaptureEngine,
  target: Target,
): Promise<Findings> {
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

function forAll({ events }: CaptureEngine, findings: readonly Finding[]): Findings {
  return new Map(events.map((event) => [event, findings]))
}
