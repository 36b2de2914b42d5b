/** YAML by a schema, with line and column of everything that is wrong in it. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type ParsedNode,
  visit,
} from 'yaml'
import type { z } from 'zod'
import { describeIssue } from '../../contract/describe-issue.ts'
import { Problem } from '../../errors.ts'

export type YamlPath = readonly PropertyKey[]

/** What a file says, and where. */
export interface YamlSource {
  /** The names of a map in the order of the file: objects put names that are numbers first. */
  readonly namesAt: (path: YamlPath) => string[]
  /**
   * Refuses the file. Throws: Problem `experiment-invalid`, each complaint with its line and column, in the order of
   * the file.
   */
  readonly refuse: (complaints: readonly Complaint[]) => never
}

export interface Complaint {
  readonly path: YamlPath
  readonly message: string
  /** Names the key itself is what is wrong. */
  readonly isAboutName?: boolean
}

interface YamlReadOptions<Schema extends z.ZodType> {
  /** For messages. */
  readonly file: string
  readonly schema: Schema
  /** Keys at the top below which numbers stay as they are written: 1.10 is not 1.1. */
  readonly asWritten?: readonly string[]
}

/** Limit of an experiment's description, in characters; a person writes fewer. */
const maxYamlCharacters = 2 ** 20

/** Gives the content in its shape. Throws: Problem `experiment-invalid`. */
export function readYaml<Schema extends z.ZodType>(
  text: string,
  { file, schema, asWritten = [] }: YamlReadOptions<Schema>,
): { readonly data: z.output<Schema>; readonly source: YamlSource } {
  if (text.length > maxYamlCharacters) throw invalid(file, [`it has more than ${maxYamlCharacters} characters`])
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false })
  if (document.errors.length > 0)
    throw invalid(
      file,
      document.errors.map(({ pos, message }) => `${formatPosition(lines, pos[0])}: ${message}`),
    )
  keepAsWritten(document, asWritten)
  const refuse = (complaints: readonly Complaint[]): never => {
    const located = complaints.map(({ path, message, isAboutName = false }) => ({
      offset: findOffset(document, path, isAboutName),
      message,
    }))
    located.sort((a, b) => a.offset - b.offset)
    throw invalid(
      file,
      located.map(({ offset, message }) => `${formatPosition(lines, offset)}: ${message}`),
    )
  }
  const plain = toPlain(document, file)
  const { data, error } = schema.safeParse(plain)
  if (error) return refuse(error.issues.flatMap(complaintsOf))
  const namesAt = (path: YamlPath) => {
    const written = namesWritten(document, path)
    // Names that << brings are written in another map.
    return [...written, ...namesIn(plain, path).filter((name) => !written.includes(name))]
  }
  return { data, source: { namesAt, refuse } }
}

function invalid(file: string, problems: string[]): Problem {
  return new Problem('experiment-invalid', { file, problems })
}

function formatPosition(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset)
  return `line ${line}, column ${col}`
}

/** Names are always as written; values only below the keys in `asWritten`. */
function keepAsWritten(document: Document.Parsed, asWritten: readonly string[]): void {
  const keep = (node: unknown) => {
    if (isScalar(node) && typeof node.value !== 'string' && node.source !== undefined) node.value = node.source
  }
  visit(document, { Pair: (_, { key }) => keep(key) })
  const { contents } = document
  if (!isMap(contents)) return
  for (const { key, value } of contents.items)
    if (value !== null && asWritten.includes(nameOf(key))) visit(value, { Scalar: (_, node) => keep(node) })
}

/** Gives plain values. Throws: Problem for aliases that would unfold to too much, and for those of nothing. */
function toPlain(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw new Problem('experiment-invalid', { file, problems: [error.message] }, { cause: error })
  }
}

/** One complaint for each name that is not known, at that name. */
function complaintsOf(issue: z.core.$ZodIssue): Complaint[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `${[...issue.path, key].map(String).join('.')} is not known here`,
      isAboutName: true,
    }))
  // A value may be written in several ways: this is what is wrong with the one that came closest.
  if (issue.code === 'invalid_union') {
    const closest = issue.errors.reduce((a, b) => (depthOf(b) > depthOf(a) ? b : a), issue.errors[0] ?? [])
    if (depthOf(closest) > 0)
      return closest.flatMap((inner) => complaintsOf({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  const name = issue.path.map(String).join('.')
  const message = describeIssue(issue)
  return [{ path: issue.path, message: name === '' ? message : `${name}: ${message}` }]
}

function depthOf(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path }) => path.length))
}

/** Gives the offset of the value; where there is none that of its name, else of what should hold it. */
function findOffset(document: Document.Parsed, path: YamlPath, isAboutName: boolean): number {
  let node: unknown = document.contents
  let offset = startOf(document.contents)
  for (const [at, name] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => nameOf(key) === String(name))
      if (!pair) return offset
      const isLast = at === path.length - 1
      offset = (isLast && isAboutName) || !hasStart(pair.value) ? startOf(pair.key) : startOf(pair.value)
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (!hasStart(node)) return offset
      offset = startOf(node)
    } else return offset
  }
  return offset
}

function namesWritten(document: Document.Parsed, path: YamlPath): string[] {
  let node: unknown = document.contents
  for (const name of path) {
    const { items = [] } = isMap(node) ? node : {}
    node = resolveAlias(items.find(({ key }) => nameOf(key) === String(name))?.value, document)
  }
  return isMap(node) ? node.items.map(({ key }) => nameOf(key)).filter((name) => name !== '<<') : []
}

function resolveAlias(node: unknown, document: Document.Parsed): unknown {
  return isAlias(node) ? node.resolve(document) : node
}

function namesIn(plain: unknown, path: YamlPath): string[] {
  const value = path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[String(name)] : undefined), plain)
  return isRecord(value) ? Object.keys(value) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasStart(node: unknown): node is ParsedNode {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

function startOf(node: unknown): number {
  return hasStart(node) ? node.range[0] : 0
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key)
}
