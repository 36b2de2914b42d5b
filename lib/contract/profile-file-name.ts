/**
 * How the files are called that Hearth writes, and what such a name says of the file: folded text says neither what was
 * counted nor in which unit.
 *
 *     shop.alloc.folded    shop.cpu-nanoseconds.2026-11-23T1540Z.annotated.folded    shop.lock.2026-11-23T1540Z (1).folded.gz
 */
import { type EventId, eventIds } from '../profile/model/event-ids.ts'
import { type Unit, units } from '../profile/model/profile.ts'
import { subjectOf } from './profile-title.ts'
import type { ProfileSummary } from './profile.ts'

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

const moment = '\\.\\d{4}-\\d\\d-\\d\\dT\\d{4}Z'
const fileMoment = new RegExp(`${moment}$`)

/**
 * `shop.cpu.2026-11-23T1540Z`: the name, without its ending, of a file that it is saved as, so that ten of them tell
 * what they are. What was imported from such a file keeps its moment. It may hold what no disk takes.
 */
export function profileFileName(
  profile: Parameters<typeof subjectOf>[0] & Pick<ProfileSummary, 'capturedAt' | 'createdAt' | 'unit'>,
): string {
  const { event, unit, capturedAt, createdAt } = profile
  const subject = subjectOf(profile)
  if (fileMoment.test(subject)) return subject
  const mark = nameEvent(event, unit)
  const at = new Date(capturedAt ?? createdAt).toISOString().slice(0, 16).replace(':', '')
  return `${withoutMark(subject, [mark, event]).slice(0, 60)}.${mark}.${at}Z`
}

function withoutMark(name: string, marks: readonly string[]): string {
  const mark = marks.find((one) => name.endsWith(`.${one}`))
  return mark === undefined ? name : name.slice(0, -mark.length - 1)
}

/**
 * `shop.alloc.folded`, as a file of `shop.txt` is to be called so that its name says what it counts; null where it
 * does, or needs not.
 */
export function findTellingName(fileName: string, event: string, unit: Unit): string | null {
  const readFromName = readEventOfFileName(fileName) ?? { event: 'cpu', unit: 'samples' }
  if (readFromName.event === event && readFromName.unit === unit) return null
  const mark = nameEvent(event, unit)
  const stem = fileName.replace(/(?<=[^/])\.[^./]+$/, '')
  return `${withoutMark(stem, [mark, event])}.${mark}.folded`
}

/** `shop.folded`, and `shop.alloc.folded` with the mark `alloc`: the event of a file, or what it is of. */
export function addFileMark(fileName: string, mark: string): string {
  const dot = fileName.lastIndexOf('.')
  const isEnding = dot > fileName.lastIndexOf('/') + 1
  return isEnding ? `${fileName.slice(0, dot)}.${mark}${fileName.slice(dot)}` : `${fileName}.${mark}`
}

const ownName = new RegExp(
  `^(?<name>[^./\\\\][^/\\\\]*?)\\.(?<event>[\\w-]{1,40}?)(?:-(?<unit>${units.join('|')}))?(?<moment>${moment})?(?:\\.annotated|\\.diff)?\\.folded$`,
)

/** Facts in the name of a file. */
interface NamedContent {
  /** Name of the content, `shop`; an export adds its event and moment. */
  readonly name: string
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
  const plain = base.replace(/\.gz$/, '').replace(/ ?\(\d+\)(?=\.folded$)/, '')
  const { name = '', event, unit, moment = '' } = ownName.exec(plain)?.groups ?? {}
  const isOurs = event !== undefined && (moment !== '' || eventIds.some((id) => id === event))
  if (!isOurs) return null
  const eventAndUnit = { event, unit: (unit as Unit | undefined) ?? usualUnit(event) }
  return { name: moment === '' ? name : `${name}.${nameEvent(event, eventAndUnit.unit)}${moment}`, ...eventAndUnit }
}

/**
 * `shop` and `.alloc.folded`, `shop` and `.jfr`: what a person may call otherwise, and what says how to read the file.
 */
export function splitFileName(fileName: string): { readonly name: string; readonly ending: string } {
  const named = readEventOfFileName(fileName)
  if (named !== null) return { name: named.name, ending: `.${nameEvent(named.event, named.unit)}.folded` }
  const name = fileName.replace(/(?<=.)\.gz$/i, '').replace(/(?<=.)(\.speedscope)?\.[^.]{1,10}$/i, '')
  return { name, ending: fileName.slice(name.length) }
}
