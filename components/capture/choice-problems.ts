import type { DoctorReport, Readiness, Target } from '../../lib/contract.ts'
import type { Finding } from '../../lib/findings.ts'
import { eventIds, type EventId } from '../../lib/profile/model/event-ids.ts'
import type { CaptureChoice } from './capture-choice.ts'
import { type EngineId, engineIds, engineTable, explainIncapable, vantageLabels } from '../../lib/contract/engines.ts'
import { eventTexts } from '../../lib/contract/events.ts'
import { engineTitle, joinWords, listEvents } from './capture-labels.ts'
import { inOrder, whyOf, worstFirst } from './readiness.ts'

/** One engine as the menu offers it for a choice. */
export interface EngineOffer {
  readonly engine: EngineId
  readonly level: Readiness['level']
  /** Why it is not ready; empty when it is. */
  readonly why: string
  /** What the doctor has to say of it, worst first. */
  readonly findings: readonly Finding[]
}

/** What is known of a JVM: what was seen from outside, and the doctor's report once there is one. */
export interface Known {
  readonly target: Pick<Target, 'readiness'>
  readonly report: DoctorReport | null
}

/** Each engine for this choice, whatever engine is chosen in it, the one that Hearth would take first. */
export function engineOffers(choice: CaptureChoice, known: Known): EngineOffer[] {
  const offers = enginesOf(known).map((engine) => offerOf(engine, choice, known))
  // As the doctor would try them, where it has said so.
  const plans = known.report?.plans.find(({ event }) => event === choice.events[0])?.plans ?? []
  const place = ({ engine }: EngineOffer) => {
    const at = plans.findIndex((plan) => plan.engine === engine)
    return at < 0 ? plans.length : at
  }
  const rank = { ready: 0, degraded: 1, blocked: 2 }
  const isBlocked = ({ level }: EngineOffer) => Number(level === 'blocked')
  return offers.sort((a, b) => isBlocked(a) - isBlocked(b) || place(a) - place(b) || rank[a.level] - rank[b.level])
}

/** Why nothing can be started with this choice, in one sentence each; empty when something can. */
export function choiceProblems(choice: CaptureChoice, known: Known): string[] {
  if (choice.events.length === 0) return ['Choose at least one event.']
  const offers = engineOffers(choice, known)
  if (choice.engine === 'auto') {
    if (offers.some(({ level }) => level !== 'blocked')) return []
    return [`No engine can do this here: beside each one’s name is why. ${whatWorksAlone(choice, known)}`.trim()]
  }
  const offer = offers.find(({ engine }) => engine === choice.engine)
  if (!offer) return [`This Hearth has no ${engineTable[choice.engine].title}.`]
  return offer.level === 'blocked' ? [`${engineTable[choice.engine].title}: ${offer.why}`] : []
}

/** Of several events that no engine has together, those that can be recorded one after the other. */
function whatWorksAlone(choice: CaptureChoice, known: Known): string {
  if (choice.events.length < 2) return ''
  const isPossible = (event: EventId) =>
    engineOffers({ ...choice, events: [event] }, known).some(({ level }) => level !== 'blocked')
  const possible = choice.events.filter(isPossible)
  return possible.length === 0 ? '' : `Alone ${possible.length === 1 ? 'works' : 'work'} ${listEvents(possible)}.`
}

/** Events that some engine, or the chosen one, can make a graph of. */
export function possibleEvents(engine: CaptureChoice['engine'], { report }: Known): EventId[] {
  const isOffered = (event: EventId) =>
    report
      ? report.cells.some((cell) => cell.event === event && (engine === 'auto' || cell.engine === engine))
      : engineIds.some((id) => recordsEvent(id, event) && (engine === 'auto' || id === engine))
  return eventIds.filter(isOffered)
}

/** Those that this collector has; all, as long as the doctor has not said. */
function enginesOf({ report }: Known): EngineId[] {
  const has = (engine: string) => !report || report.cells.some((cell) => cell.engine === engine)
  return engineIds.filter(has)
}

function offerOf(engine: EngineId, choice: CaptureChoice, known: Known): EngineOffer {
  const impossible = whyImpossible(engine, choice)
  if (impossible !== null) return { engine, level: 'blocked', why: impossible, findings: [] }
  const { cells, isMissing } = cellsOf(engine, choice, known)
  if (isMissing) {
    const where = choice.vantage === 'auto' ? '' : ` ${vantageLabels[choice.vantage]}`
    return { engine, level: 'blocked', why: `not to be had${where} for this JVM`, findings: [] }
  }
  // Of several events the one that fares worst decides. Nothing known is no reason to refuse: the checks come first anyway.
  const worst = inOrder(cells).at(-1)
  if (!worst) return { engine, level: 'ready', why: '', findings: [] }
  return { engine, level: worst.level, why: whyOf(worst), findings: worstFirst(worst.findings) }
}

/** By event the best cell among the vantages that are allowed. */
function cellsOf(engine: EngineId, choice: CaptureChoice, { target, report }: Known) {
  const isAllowed = (cell: Readiness) =>
    cell.engine === engine && (choice.vantage === 'auto' || cell.vantage === choice.vantage)
  if (!report) {
    // A look from outside says nothing of helpers.
    const cells = choice.vantage === 'helper' ? [] : target.readiness.filter(isAllowed)
    return { cells, isMissing: false }
  }
  const best = choice.events.map(
    (event) => inOrder(report.cells.filter((cell) => cell.event === event && isAllowed(cell)))[0],
  )
  const cells = best.filter((cell) => cell !== undefined)
  return { cells, isMissing: cells.length < choice.events.length }
}

/** What no JVM and no host can change. */
function whyImpossible(engine: EngineId, choice: CaptureChoice): string | null {
  const reason = explainIncapable(engineTable[engine], choice)
  return reason === null ? null : `it ${reason}`
}

/** Why an event is not to be had with this engine: `JFR does not record Wall clock; async-profiler can.` */
export function whyNoEvent(event: EventId, engine: CaptureChoice['engine']): string {
  const able = engineIds.filter((id) => recordsEvent(id, event))
  return engine === 'auto'
    ? `No engine here records ${eventTexts[event].title}.`
    : `${engineTable[engine].title} does not record ${eventTexts[event].title}; ${joinWords(able.map(engineTitle))} can.`
}

function recordsEvent(engine: EngineId, event: EventId): boolean {
  return engineTable[engine].events.some((one) => one === event)
}
