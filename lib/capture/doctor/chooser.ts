/**
 * Which plans a capture tries, each an engine from a vantage, in which order, and why no other engine comes first.
 * Pure.
 */
import type { CaptureRequest } from '../../contract/capture.ts'
import type { Plan, Readiness } from '../../contract/doctor.ts'
import type { Finding } from '../../findings.ts'
import type { Provenance } from '../../profile/model/profile.ts'
import {
  type EngineAbilities,
  type EngineId,
  engineIds,
  explainIncapable,
  getEngineLabel,
  vantageLabels,
  vantages,
} from '../../contract/engines.ts'

export type Candidate = EngineAbilities & { readonly id: EngineId }
export type PlanRequest = Pick<CaptureRequest, 'engine' | 'vantage' | 'events' | 'scope' | 'mode'>
type NotUsed = Provenance['enginesNotUsed'][number]

export interface PlanChoice {
  /** To be tried in this order. Empty when there is no engine for it at all. */
  readonly plans: readonly Plan[]
  /**
   * Every plan is blocked: `plans` has the one with the fewest obstacles, which is tried so that its engine reports
   * them.
   */
  readonly isBlocked: boolean
  /** Engines that are not in use while `plan` is, and why. */
  enginesNotUsed(plan: Plan): NotUsed[]
}

interface RatedPlan extends Plan {
  readonly level: Readiness['level']
  readonly findings: readonly Finding[]
}

/** From best to worst. */
const levels: readonly Readiness['level'][] = ['ready', 'degraded', 'blocked']

/** `cells`: the doctor's answers, one for an engine, a vantage and an event. `engines`: all there are. */
export function choosePlans(
  cells: readonly Readiness[],
  request: PlanRequest,
  engines: readonly Candidate[],
): PlanChoice {
  const able = engines.filter((engine) => explainIncapable(engine, request) === null).map(({ id }) => id)
  const rated = ratePlans(cells, request, able)
  const requested = rated.filter((plan) => isRequested(plan, request)).sort(compareRatedPlans)
  const open = requested.filter(({ level }) => level !== 'blocked')
  return {
    plans: plansOf().map(({ engine, vantage }) => ({ engine, vantage })),
    isBlocked: open.length === 0,
    enginesNotUsed: (plan) =>
      [...engines]
        .filter(({ id }) => id !== plan.engine)
        .sort((a, b) => engineIds.indexOf(a.id) - engineIds.indexOf(b.id))
        .map((engine) => ({
          engine: engine.title,
          reason: notCapable(engine, request) ?? explainNotPreferred(engine, plan),
        })),
  }

  function plansOf(): readonly Plan[] {
    const { engine, vantage } = request
    if (engine === 'auto') return open.length > 0 ? open : leastBlocked(requested)
    // A plan that the request names has no fallback: it is used or it fails.
    return vantage === 'auto' ? leastBlocked(requested) : [{ engine, vantage }]
  }

  function explainNotPreferred(engine: Candidate, plan: Plan): string {
    const title = engines.find(({ id }) => id === plan.engine)?.title ?? plan.engine
    if (request.engine !== 'auto') return `${title} was requested.`
    const best = rated.filter((other) => other.engine === engine.id).sort(compareRatedPlans)[0]
    const decisive = best?.findings.find(({ level }) => level === best.level)
    if (best === undefined) return 'The doctor said nothing about it.'
    if (request.vantage !== 'auto' && best.vantage !== request.vantage && best.level !== 'blocked') {
      return `The capture was to run ${vantageLabels[request.vantage]}.`
    }
    return decisive === undefined ? `It could have been used too; ${title} was preferred.` : decisive.title
  }
}

/**
 * Gives which part of a request the engine that is asked for, or any, cannot do, in the words of each; null where one
 * can. `able`: titles of other engines that can.
 */
export function explainUnsupported(
  request: PlanRequest,
  engines: readonly Candidate[],
): { reasons: string; able: string[] } | null {
  const candidates = engines.filter(({ id }) => request.engine === 'auto' || request.engine === id)
  const reasons = candidates.map((engine) => ({ title: engine.title, reason: notCapable(engine, request) }))
  if (reasons.some(({ reason }) => reason === null)) return null
  const able = engines.filter((engine) => notCapable(engine, request) === null).map(({ title }) => title)
  const all = reasons.map(({ title, reason }) => `${title}: ${reason}`).join(' ')
  return { reasons: all || `There is no ${getEngineLabel(request.engine)}.`, able }
}

/** `It records no allocations.`; null when the engine can do this. */
function notCapable(engine: Candidate, { events, scope, mode }: PlanRequest): string | null {
  // Not `kernelFrames` of the request: where an engine cannot record kernel frames, it records without them.
  const reason = explainIncapable(engine, { events, scope, mode })
  return reason === null ? null : `It ${reason}.`
}

/** A plan for each engine and vantage that has a cell for every event asked for: as good as its worst cell. */
function ratePlans(cells: readonly Readiness[], { events }: PlanRequest, able: readonly EngineId[]): RatedPlan[] {
  return able.flatMap((engine) =>
    vantages.flatMap((vantage) => {
      const ofEvents = events
        .map((event) =>
          cells.find((cell) => cell.engine === engine && cell.vantage === vantage && cell.event === event),
        )
        .filter((cell) => cell !== undefined)
      if (ofEvents.length < events.length) return []
      const level = levels.findLast((level) => ofEvents.some((cell) => cell.level === level)) ?? 'ready'
      return [{ engine, vantage, level, findings: ofEvents.flatMap(({ findings }) => findings) }]
    }),
  )
}

function isRequested(plan: Plan, { engine, vantage }: PlanRequest): boolean {
  return (engine === 'auto' || engine === plan.engine) && (vantage === 'auto' || vantage === plan.vantage)
}

/** Ready comes before degraded, then the host before a helper, then the order of engineIds. */
function compareRatedPlans(a: RatedPlan, b: RatedPlan): number {
  return (
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    vantages.indexOf(a.vantage) - vantages.indexOf(b.vantage) ||
    engineIds.indexOf(a.engine) - engineIds.indexOf(b.engine)
  )
}

/**
 * The best of the plans with the fewest obstacles (the first of those in `plans`), also where it is blocked: trying it
 * gives the engine's own Problem, which a person can act on.
 */
function leastBlocked(plans: readonly RatedPlan[]): RatedPlan[] {
  const countObstacles = (plan: RatedPlan) => plan.findings.filter(({ level }) => level === 'blocked').length
  const best = plans.toSorted((a, b) => countObstacles(a) - countObstacles(b))[0]
  return best === undefined ? [] : [best]
}
