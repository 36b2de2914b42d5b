/**
 * Names the files that Hearth writes, and reads event and unit from such a name, since folded text has neither.
 *
 *     shop.alloc.folded    shop.cpu-nanoseconds.2026-11-23T1540Z.annotated.folded    shop.lock.2026-11-23T1540Z (1).folded.gz
 */
import { type EventId, eventIds } from '../profile/model/event-ids.ts'
import { type Unit, units } from '../profile/model/profile.ts'
import { takeStart } from '../profile/names/cut-text.ts'
import { subjectOf } from './profile-title.ts'
import type { ProfileSummary } from './profile.ts'

/** Characters of a profile's name in the name of its file. */
const longestFileSubject = 60

/** The unit of an event that its name alone means; another one stands behind it. */
const usualUnits: Readonly<Record<string, Unit>> = {
  cpu: 'samples',
  wall: 'samples',
  alloc: 'bytes',
  lock: 'nanoseconds',
  'off-cpu': 'nanoseconds',
  'native-memory': 'bytes',
  'live-heap': 'bytes',
  exceptions: 'samples',
  io: 'nanoseconds',
} satisfies Record<EventId, Unit>

const usualUnit = (event: string): Unit => (Object.hasOwn(usualUnits, event) ? usualUnits[event]! : 'samples')

/** `alloc`; `cpu-nanoseconds` where the unit is another one than the event means. */
const nameEvent = (event: string, unit: Unit): string => (unit === usualUnit(event) ? event : `${event}-${unit}`)

/** The moment of a profile in the name of its file, to the minute, in UTC; without colons, which Windows refuses. */
const moment = '\\.\\d{4}-\\d\\d-\\d\\dT\\d{4}Z'
const fileMoment = new RegExp(`${moment}$`)

/**
 * Gives `shop.cpu.2026-11-23T1540Z`, the name of a saved profile without its ending: ten of them can be distinguished.
 * A profile that was imported from such a file keeps its moment. The name may hold characters that no disk takes.
 */
export function profileFileName(
  profile: Parameters<typeof subjectOf>[0] & Pick<ProfileSummary, 'capturedAt' | 'createdAt' | 'unit'>,
): string {
  const { event, unit, capturedAt, createdAt } = profile
  const subject = subjectOf(profile)
  if (fileMoment.test(subject)) return subject
  const mark = nameEvent(event, unit)
  const at = new Date(capturedAt ?? createdAt).toISOString().slice(0, 16).replace(':', '')
  return `${takeStart(withoutMark(subject, [mark, event]), longestFileSubject)}.${mark}.${at}Z`
}

function withoutMark(name: string, marks: readonly string[]): string {
  const mark = marks.find((one) => name.endsWith(`.${one}`))
  return mark === undefined ? name : name.slice(0, -mark.length - 1)
}

/**
 * Gives `shop.alloc.folded`, the name by which `shop.txt` would be read with this event and unit; null where its own
 * name does.
 */
export function findTellingName(fileName: string, event: string, unit: Unit): string | null {
  const readFromName = readEventOfFileName(fileName) ?? { event: 'cpu', unit: 'samples' }
  if (readFromName.event === event && readFromName.unit === unit) return null
  const mark = nameEvent(event, unit)
  const stem = fileName.replace(/(?<=[^/])\.[^./]+$/, '')
  return `${withoutMark(stem, [mark, event])}.${mark}.folded`
}

/** Gives `shop.alloc.folded` for `shop.folded` and the mark `alloc`: an event or a subject. */
export function addFileMark(fileName: string, mark: string): string {
  const dot = fileName.lastIndexOf('.')
  const isEnding = dot > fileName.lastIndexOf('/') + 1
  return isEnding ? `${fileName.slice(0, dot)}.${mark}${fileName.slice(dot)}` : `${fileName}.${mark}`
}

/** All parts of `shop.cpu-nanoseconds.2026-11-23T1540Z.annotated.folded`; `event` is lazy, for the unit behind it. */
const ownName = new RegExp(
  `^(?<name>[^./\\\\][^/\\\\]*?)\\.(?<event>[\\w-]{1,40}?)(?:-(?<unit>${units.join('|')}))?(?<moment>${moment})?(?:\\.annotated|\\.diff)?\\.folded$`,
)

/** Facts in the name of a file. */
interface NamedContent {
  /** Name of the content, `shop`; an export adds its event and moment. */
  readonly name: string
  /** With a moment any word, as imports bring events of their own; else one of `eventIds`. */
  readonly event: string
  readonly unit: Unit
}

/**
 * Reads event and unit from the name of a folded file that Hearth wrote; null for any other name: those of other tools
 * are not guessed.
 */
export function readEventOfFileName(fileName: string): NamedContent | null {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  // A browser that has such a file already puts a number there.
  const plain = base.replace(/\.gz$/i, '').replace(/ ?\(\d+\)(?=\.folded$)/, '')
  const { name = '', event, unit, moment = '' } = ownName.exec(plain)?.groups ?? {}
  const isOurs = event !== undefined && (moment !== '' || eventIds.some((id) => id === event))
  if (!isOurs) return null
  const eventAndUnit = { event, unit: (unit as Unit | undefined) ?? usualUnit(event) }
  return { name: moment === '' ? name : `${name}.${nameEvent(event, eventAndUnit.unit)}${moment}`, ...eventAndUnit }
}

/**
 * Gives `shop` and `.alloc.folded`, `shop` and `.jfr`: a name that a person may change, and the ending by which the
 * file is read.
 */
export function splitFileName(fileName: string): { readonly name: string; readonly ending: string } {
  const named = readEventOfFileName(fileName)
  if (named !== null) return { name: named.name, ending: `.${nameEvent(named.event, named.unit)}.folded` }
  const name = fileName.replace(/(?<=.)\.gz$/i, '').replace(/(?<=.)(\.speedscope)?\.[^.]{1,10}$/i, '')
  return { name, ending: fileName.slice(name.length) }
}
