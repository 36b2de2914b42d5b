/**
 * The types that a chunk describes itself. The metadata is a tree of elements with attributes, both by index into its
 * strings:
 *
 *     class  id 101, name jdk.ExecutionSample, super type jdk.jfr.Event
 *       field  name startTime, class 7 (long)
 *         annotation  class 12 (jdk.jfr.Timestamp), value TICKS
 *       field  name stackTrace, class 30, constantPool true
 */
import { CorruptBytes, type JfrBytes } from './bytes.ts'

export interface JfrField {
  readonly name: string
  readonly type: number
  /** Its value is the id of a constant of that type. */
  readonly isConstant: boolean
  readonly isArray: boolean
  /** The unit of a time or duration, such as `TICKS` or `NANOSECONDS`; empty for anything else. */
  readonly timeUnit: string
}

export interface JfrType {
  readonly id: number
  readonly name: string
  readonly fields: readonly JfrField[]
}

export interface JfrTypes {
  readonly byId: ReadonlyMap<number, JfrType>
  readonly byName: ReadonlyMap<string, JfrType>
}

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
}

/** The tree is six levels deep: root, metadata, class, field, annotation, and one to spare. */
const deepestElement = 16
const timeAnnotations = new Set(['jdk.jfr.Timestamp', 'jdk.jfr.Timespan'])

/** `bytes` stands behind the size and the type of the metadata event. Throws: Damage. */
export function readMetadata(bytes: JfrBytes): JfrTypes {
  // Start, duration, id of the metadata.
  for (let field = 0; field < 3; field++) bytes.skipInteger()
  const strings = Array.from({ length: bytes.count() }, () => bytes.string(() => null) ?? '')
  const classes: Element[] = []
  collectClasses(readElement(bytes, strings, 0), classes)
  const names = new Map(classes.map(({ attributes }) => [numberOf(attributes, 'id'), attributes.get('name') ?? '']))
  const types = classes.map((element) => typeOf(element, names))
  if (types.length === 0) throw new CorruptBytes('metadata without a type')
  return {
    byId: new Map(types.map((type) => [type.id, type])),
    byName: new Map(types.map((type) => [type.name, type])),
  }
}

function readElement(bytes: JfrBytes, strings: readonly string[], depth: number): Element {
  if (depth > deepestElement) throw new CorruptBytes('metadata that is too deep')
  const name = strings[bytes.integer()] ?? ''
  const attributes = new Map<string, string>()
  for (let left = bytes.count(); left > 0; left--) {
    const key = strings[bytes.integer()] ?? ''
    attributes.set(key, strings[bytes.integer()] ?? '')
  }
  const children: Element[] = []
  for (let left = bytes.count(); left > 0 && !bytes.isPast; left--)
    children.push(readElement(bytes, strings, depth + 1))
  return { name, attributes, children }
}

function collectClasses(element: Element, classes: Element[]): void {
  if (element.name === 'class') classes.push(element)
  else for (const child of element.children) collectClasses(child, classes)
}

function typeOf({ attributes, children }: Element, names: ReadonlyMap<number, string>): JfrType {
  const fields = children.filter(({ name }) => name === 'field')
  return {
    id: numberOf(attributes, 'id'),
    name: attributes.get('name') ?? '',
    fields: fields.map((field) => ({
      name: field.attributes.get('name') ?? '',
      type: numberOf(field.attributes, 'class'),
      isConstant: field.attributes.get('constantPool') === 'true',
      isArray: numberOf(field.attributes, 'dimension') > 0,
      timeUnit: timeUnitOf(field, names),
    })),
  }
}

function timeUnitOf({ children }: Element, names: ReadonlyMap<number, string>): string {
  const annotation = children.find(
    ({ name, attributes }) =>
      name === 'annotation' && timeAnnotations.has(names.get(numberOf(attributes, 'class')) ?? ''),
  )
  return annotation?.attributes.get('value') ?? ''
}

/** Gives 0 for a missing attribute, and one that is no whole number below 10^15, which a double holds. */
function numberOf(attributes: ReadonlyMap<string, string>, key: string): number {
  const text = attributes.get(key) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
