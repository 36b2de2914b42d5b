/** Says which engines a choice can be recorded with, and why it cannot be with the others. */
import { mostEvents } from '../../lib/contract/constants.ts'
import type { DoctorReport, Readiness } from '../../lib/contract/doctor.ts'
import type { Target } from '../../lib/contract/target.ts'
import type { Finding } from '../../lib/findings.ts'
import { eventIds, type EventId } from '../../lib/profile/model/event-ids.ts'
import type { CaptureChoice } from './capture-choice.ts'
import {
  type EngineId,
  engineIds,
  engineTable,
  explainIncapable,
  vantageLabels,
  eventLabels,
  getEngineLabel,
} from '../../lib/contract/engines.ts'
import { formatList, formatEvents } from './capture-labels.ts'
import { explainLevel, levelOrder, sortFindings, sortReadiness } from './readiness.ts'

/** One engine as the menu offers it for a choice. */
export interface EngineOffer {
  readonly engine: EngineId
  readonly level: Readiness['level']
  /**
   * Why it is not ready; empty when it is. It is the title of the worst finding. Without a finding it is a phrase that
   * follows the name of the engine and a colon: `it records one event at a time`.
   */
  readonly reason: string
  /** Findings of the doctor, worst first. */
  readonly findings: readonly Finding[]
}

/** A JVM as seen from outside, and the doctor's report once there is one. */
export interface ChoiceContext {
  readonly target: Pick<Target, 'readiness'>
  readonly report: DoctorReport | null
}

/**
 * Lists each engine for this choice, also those that the choice does not name, in the order in which Hearth would try
 * them; blocked ones last.
 */
export function listEngineOffers(choice: CaptureChoice, context: ChoiceContext): EngineOffer[] {
  const offers = enginesOf(context).map((engine) => createOffer(engine, choice, context))
  // Engines stand in the order of the doctor's plans once it has reported. Of several events the plans of the first
  // one count.
  const plans = context.report?.plans.find(({ event }) => event === choice.events[0])?.plans ?? []
  const positionOfPlan = ({ engine }: EngineOffer) => {
    const at = plans.findIndex((plan) => plan.engine === engine)
    return at < 0 ? plans.length : at
  }
  const isBlocked = ({ level }: EngineOffer) => Number(level === 'blocked')
  return offers.sort(
    (a, b) =>
      isBlocked(a) - isBlocked(b) || positionOfPlan(a) - positionOfPlan(b) || levelOrder[a.level] - levelOrder[b.level],
  )
}

/** Why nothing can be started with this choice, in up to three sentences; null when something can. */
export function findChoiceProblem(choice: CaptureChoice, context: ChoiceContext): string | null {
  if (choice.events.length === 0) return 'Choose at least one event.'
  const offers = listEngineOffers(choice, context)
  if (choice.engine === 'auto') {
    if (offers.some(({ level }) => level !== 'blocked')) return null
    return `No engine can record this${explainAll(offers)} ${explainSingleOnly(choice, context)}`.trim()
  }
  const offer = offers.find(({ engine }) => engine === choice.engine)
  if (!offer) return explainMissingEngine(choice.engine)
  return offer.level === 'blocked' ? `${engineTable[choice.engine].title}: ${offer.reason}` : null
}

/**
 * Continues the sentence "No engine can record this". Where all engines have the same reason, it gives that: a long
 * list of engines would hide it. Else it says where the reasons are.
 */
function explainAll(offers: readonly EngineOffer[]): string {
  const [first, ...others] = new Set(offers.map(({ reason }) => reason))
  if (!first || others.length > 0) return '. The reason is next to each engine.'
  // Without findings the reason is of explainImpossible, which begins with `it`, or that of a missing cell.
  return offers[0]!.findings.length > 0 ? `. ${first}` : `: ${first.replace(/^it /, 'each ')}.`
}

/** Names those of several events that can be recorded alone, where no engine has them together; empty without any. */
function explainSingleOnly(choice: CaptureChoice, context: ChoiceContext): string {
  if (choice.events.length < 2) return ''
  const isPossible = (event: EventId) =>
    listEngineOffers({ ...choice, events: [event] }, context).some(({ level }) => level !== 'blocked')
  const possible = choice.events.filter(isPossible)
  return possible.length === 0 ? '' : `${formatEvents(possible)} ${possible.length === 1 ? 'works' : 'work'} alone.`
}

/** Events that some engine, or the chosen one, can make a graph of. */
export function listPossibleEvents(engine: CaptureChoice['engine'], { report }: ChoiceContext): EventId[] {
  const isOffered = (event: EventId) =>
    report
      ? report.cells.some((cell) => cell.event === event && (engine === 'auto' || cell.engine === engine))
      : engineIds.some((id) => recordsEvent(id, event) && (engine === 'auto' || id === engine))
  return eventIds.filter(isOffered)
}

/** Engines that this collector has; all engines until the doctor has reported. */
function enginesOf({ report }: ChoiceContext): EngineId[] {
  const has = (engine: string) => !report || report.cells.some((cell) => cell.engine === engine)
  return engineIds.filter(has)
}

function createOffer(engine: EngineId, choice: CaptureChoice, context: ChoiceContext): EngineOffer {
  const impossible = explainImpossible(engine, choice)
  if (impossible !== null) return { engine, level: 'blocked', reason: impossible, findings: [] }
  const { cells, isMissing } = cellsOf(engine, choice, context)
  if (isMissing) {
    const where = choice.vantage === 'auto' ? '' : ` ${vantageLabels[choice.vantage]}`
    return { engine, level: 'blocked', reason: `not available${where} for this JVM`, findings: [] }
  }
  // They are sorted best first, and the event with the worst level decides. An engine of which nothing is known is not
  // refused: the doctor examines it before it records.
  const worst = sortReadiness(cells).at(-1)
  if (!worst) return { engine, level: 'ready', reason: '', findings: [] }
  return { engine, level: worst.level, reason: explainLevel(worst), findings: sortFindings(worst.findings) }
}

/**
 * Gives the best cell of each event among the allowed vantages; a cell says how ready an engine is for one event from
 * one vantage. `isMissing` says that some event has no such cell. Before the doctor has reported, the cell is that of
 * the passive look: the engine's main event, seen from the host.
 */
function cellsOf(engine: EngineId, choice: CaptureChoice, { target, report }: ChoiceContext) {
  const isAllowed = (cell: Readiness) =>
    cell.engine === engine && (choice.vantage === 'auto' || cell.vantage === choice.vantage)
  if (!report) {
    // The passive look says nothing of helpers.
    const cells = choice.vantage === 'helper' ? [] : target.readiness.filter(isAllowed)
    return { cells, isMissing: false }
  }
  const best = choice.events.map(
    (event) => sortReadiness(report.cells.filter((cell) => cell.event === event && isAllowed(cell)))[0],
  )
  const cells = best.filter((cell) => cell !== undefined)
  return { cells, isMissing: cells.length < choice.events.length }
}

/** Says why the engine can record this choice on no JVM and no host, with `it` first; null where it can. */
function explainImpossible(engine: EngineId, choice: CaptureChoice): string | null {
  const reason = explainIncapable(engineTable[engine], choice)
  return reason === null ? null : `it ${reason}`
}

/**
 * Says why an event cannot be added to this choice; null where it can, and of one that is chosen: that can always be
 * taken off.
 */
export function explainOffEvent(
  event: EventId,
  { engine, events }: Pick<CaptureChoice, 'engine' | 'events'>,
  context: ChoiceContext,
): string | null {
  if (events.includes(event)) return null
  // First, since to take off another event would not make it possible.
  if (!listPossibleEvents(engine, context).includes(event)) return explainMissingEvent(event, engine, context)
  return events.length >= mostEvents ? `You can choose at most ${mostEvents} events.` : null
}

/**
 * Says why an event is not offered: `JFR does not record Wall clock; async-profiler can.`, of engines that this Hearth
 * has; of `auto`, that none can.
 */
function explainMissingEvent(event: EventId, engine: CaptureChoice['engine'], context: ChoiceContext): string {
  const engines = enginesOf(context)
  if (engine !== 'auto' && !engines.includes(engine)) return explainMissingEngine(engine)
  const able = engines.filter((id) => listPossibleEvents(id, context).includes(event))
  const { title } = eventLabels[event]
  if (engine === 'auto' || able.length === 0) return `No engine here records ${title}.`
  const records = recordsEvent(engine, event) ? `cannot record ${title} here` : `does not record ${title}`
  return `${engineTable[engine].title} ${records}; ${formatList(able.map(getEngineLabel))} can.`
}

const explainMissingEngine = (engine: EngineId) => `This Hearth has no ${engineTable[engine].title}.`

function recordsEvent(engine: EngineId, event: EventId): boolean {
  return engineTable[engine].events.some((one) => one === event)
}
