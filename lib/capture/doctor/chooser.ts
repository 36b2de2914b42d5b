/** Which way a capture goes: every engine from every vantage, best first, and why the others do not come first. Pure. */
import type { CaptureRequest, Finding, Plan, Readiness } from '../../contract.ts'
import type { Provenance } from '../../profile/model/profile.ts'
import type { CaptureEngine } from '../engine.ts'

export type Candidate = Pick<CaptureEngine, 'id' | 'title' | 'events' | 'servesSeveral'>
export type PlanRequest = Pick<CaptureRequest, 'engine' | 'vantage' | 'events' | 'scope' | 'mode'>
type NotUsed = Provenance['enginesNotUsed'][number]

export interface PlanChoice {
  /** To be tried in this order. Empty when there is no engine for it at all. */
  readonly plans: readonly Plan[]
  /** Every way is blocked: the one in `plans` has the least in its way, and will say itself what it is. */
  readonly isBlocked: boolean
  /** Engines that are not in use while `plan` is, and why. */
  enginesNotUsed(plan: Plan): NotUsed[]
}

interface RatedPlan extends Plan {
  readonly level: Readiness['level']
  readonly findings: readonly Finding[]
}

/** Whoever is ready comes before whoever is degraded, then the host before a helper, then this order. */
const preference: readonly Readiness['engine'][] = ['async-profiler', 'perf', 'bpftrace', 'jfr']
const levels: readonly Readiness['level'][] = ['ready', 'degraded', 'blocked']
const vantageOrder: readonly Plan['vantage'][] = ['host', 'helper']
/** The only engine that sees other processes than the JVM, or keeps a ring. */
const wideEngine = 'perf'

/** `cells` are the doctor's, `engines` all there are. */
export function choosePlans(
  cells: readonly Readiness[],
  request: PlanRequest,
  engines: readonly Candidate[],
): PlanChoice {
  const able = engines.filter((engine) => explainIncapable(engine, request) === null).map(({ id }) => id)
  const ways = ratePlans(cells, request, able)
  const requested = ways.filter((way) => isRequested(way, request)).sort(compareRatedPlans)
  const open = requested.filter(({ level }) => level !== 'blocked')
  return {
    plans: plansOf().map(({ engine, vantage }) => ({ engine, vantage })),
    isBlocked: open.length === 0,
    enginesNotUsed: (plan) =>
      [...engines]
        .filter(({ id }) => id !== plan.engine)
        .sort((a, b) => preference.indexOf(a.id) - preference.indexOf(b.id))
        .map((engine) => ({
          engine: engine.title,
          reason: explainIncapable(engine, request) ?? explainNotPreferred(engine, plan),
        })),
  }

  function plansOf(): readonly Plan[] {
    const { engine, vantage } = request
    if (engine === 'auto') return open.length > 0 ? open : leastBlocked(requested)
    // Nothing stands behind a way that somebody named: it is used or it fails.
    return vantage === 'auto' ? leastBlocked(requested) : [{ engine, vantage }]
  }

  function explainNotPreferred(engine: Candidate, plan: Plan): string {
    const title = engines.find(({ id }) => id === plan.engine)?.title ?? plan.engine
    if (request.engine !== 'auto') return `${title} was asked for.`
    const best = ways.filter((way) => way.engine === engine.id).sort(compareRatedPlans)[0]
    const decisive = best?.findings.find(({ level }) => level === best.level)
    if (best === undefined) return 'The doctor said nothing about it.'
    if (request.vantage !== 'auto' && best.vantage !== request.vantage && best.level !== 'blocked') {
      return `The capture was to run ${vantageLabel(request.vantage)}.`
    }
    return decisive === undefined ? `It could have been used too; ${title} was preferred.` : decisive.title
  }
}

/** What of a request no engine can do, in the words of each; null when one can. */
export function explainUnsupported(request: PlanRequest, engines: readonly Candidate[]): string | null {
  const candidates = engines.filter(({ id }) => request.engine === 'auto' || request.engine === id)
  const reasons = candidates.map((engine) => ({ title: engine.title, reason: explainIncapable(engine, request) }))
  if (reasons.some(({ reason }) => reason === null)) return null
  return reasons.map(({ title, reason }) => `${title}: ${reason}`).join(' ') || `There is no ${request.engine}.`
}

/** Why an engine can never do this, whatever the JVM is like; null when it can. */
function explainIncapable({ id, events, servesSeveral }: Candidate, request: PlanRequest): string | null {
  const missing = request.events.find((event) => !events.includes(event))
  if (missing !== undefined) return `It records no ${eventLabel(missing)}.`
  if (request.events.length > 1 && !servesSeveral) return 'It records one kind of event at a time.'
  if (id === wideEngine) return null
  if (request.scope !== 'jvm') return 'It sees no process but the JVM.'
  return request.mode === 'timed' ? null : 'It keeps no ring of the last minutes.'
}

/** One way for each engine and vantage that has a cell for every event asked for: as good as its worst cell. */
function ratePlans(
  cells: readonly Readiness[],
  { events }: PlanRequest,
  able: readonly Readiness['engine'][],
): RatedPlan[] {
  return able.flatMap((engine) =>
    vantageOrder.flatMap((vantage) => {
      const its = events.map((event) =>
        cells.find((cell) => cell.engine === engine && cell.vantage === vantage && cell.event === event),
      )
      if (its.some((cell) => cell === undefined)) return []
      const complete = its.filter((cell) => cell !== undefined)
      const level = levels.findLast((level) => complete.some((cell) => cell.level === level)) ?? 'ready'
      return [{ engine, vantage, level, findings: complete.flatMap(({ findings }) => findings) }]
    }),
  )
}

function isRequested(way: Plan, { engine, vantage }: PlanRequest): boolean {
  return (engine === 'auto' || engine === way.engine) && (vantage === 'auto' || vantage === way.vantage)
}

function compareRatedPlans(a: RatedPlan, b: RatedPlan): number {
  return (
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    vantageOrder.indexOf(a.vantage) - vantageOrder.indexOf(b.vantage) ||
    preference.indexOf(a.engine) - preference.indexOf(b.engine)
  )
}

/** Trying what is blocked gives the Problem that a person can act on, in the engine's own words. */
function leastBlocked(ways: readonly RatedPlan[]): RatedPlan[] {
  const weight = (way: RatedPlan) => way.findings.filter(({ level }) => level === 'blocked').length
  const best = ways.toSorted((a, b) => weight(a) - weight(b))[0]
  return best === undefined ? [] : [best]
}

function vantageLabel(vantage: Plan['vantage']): string {
  return vantage === 'host' ? 'on the host' : 'in a helper container'
}

const eventLabels: Readonly<Record<Readiness['event'], string>> = {
  cpu: 'CPU time',
  wall: 'wall-clock time',
  alloc: 'allocations',
  lock: 'waiting for locks',
  'off-cpu': 'time off the CPU',
  'native-memory': 'native memory',
  'live-heap': 'objects that stay alive',
  exceptions: 'exceptions',
  io: 'input and output',
}

/** An event as people call it. */
export function eventLabel(event: Readiness['event']): string {
  return eventLabels[event]
}
