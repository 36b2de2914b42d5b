/** Reads what `npm run where` searches: the declarations, texts and numbers of the code, and "Where is ...?". */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { cutText } from '../../profile/names/cut-text.ts'
import { checkout } from '../checkout.ts'
import { splitTerms } from './terms.ts'
import { readTextPieces, splitPieces, type TextPieces } from './texts.ts'

/**
 * A row of "Where is ...?", a file, a declaration, a line with a text, a number or a comment of its own, or a whole
 * text, which has `pieces` and no `terms`.
 */
export interface CodeEntry {
  readonly kind: 'row' | 'file' | 'declaration' | 'line' | 'text'
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The question of a row, the path of a file, `name = value` of a declaration, the line, or the text with gaps. */
  readonly title: string
  /** The answer of a row; of code its comment in one line, or an empty text. */
  readonly note: string
  readonly terms: Readonly<Record<'name' | 'note' | 'body', readonly string[]>>
  /** Of a text its words in order, stemmed, null for a gap; else none. */
  readonly pieces: TextPieces
  /** The declaration or file around it. */
  readonly parent: CodeEntry | null
  readonly hasNumber: boolean
}

const architecture = 'docs/architecture.md'
/** In characters. A longer value has entries of its own for what is in it. */
const longestValue = 80
/** In characters: of the properties of an element. */
const longestProperties = 160
/** In characters: of a text. */
const longestText = 160
const noTerms: CodeEntry['terms'] = { name: [], note: [], body: [] }
const searched = '{app,components,lib}/**/*.{ts,tsx,mjs,css}'
const notSearched = /\.(?:test\.tsx?|bench\.ts)$|\/testing\//

/** Gives the entries of this checkout: all rows, and of the code the files whose path or text `isWanted`. */
export function readEntries(isWanted: (text: string) => boolean): CodeEntry[] {
  const files = globSync(searched, { cwd: checkout }).filter((file) => !notSearched.test(file))
  const read = (file: string): string => readFileSync(`${checkout}/${file}`, 'utf8')
  const code = files.sort().map((file) => [file, read(file)] as const)
  const wanted = code.filter(([file, text]) => isWanted(file) || isWanted(text))
  return [...readRows(read(architecture).split('\n')), ...wanted.flatMap(([file, text]) => readCode(file, text))]
}

function readRows(lines: readonly string[]): CodeEntry[] {
  const [start, end] = [lines.indexOf('## Where is ...?'), lines.indexOf('## Data')]
  const isRule = (line = ''): boolean => line.startsWith('| --')
  return lines.flatMap((text, index): CodeEntry[] => {
    const isRow = index > start && index < end && text.startsWith('| ') && !isRule(text) && !isRule(lines[index + 1])
    if (!isRow) return []
    const [title = '', ...answers] = text
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim())
    const note = answers.join('; ')
    const terms = { name: splitTerms(title), note: [], body: splitTerms(note) }
    const line = index + 1
    return [{ kind: 'row', file: architecture, line, title, note, terms, pieces: [], parent: null, hasNumber: true }]
  })
}

/** Gives the entries of one file, in which each has its parent before it. */
function readCode(file: string, text: string): CodeEntry[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const lines = text.split('\n')
  const entries: CodeEntry[] = []
  const linesOfEntries = new Set<number>()
  const add = (name: string, value: string, note: string, line: number, parent: CodeEntry | null): CodeEntry => {
    const kind = parent === null ? 'file' : name === '' ? 'line' : 'declaration'
    const body = kind === 'line' ? lines[line]!.trim() : value
    const title = kind === 'line' ? body : value === '' ? name : `${name} = ${value}`
    const terms = { name: splitTerms(name), note: splitTerms(note), body: splitTerms(body) }
    const hasNumber = /(?<![\w.])(?:[2-9]|\d[\d._]+)/.test(body)
    const entry: CodeEntry = { kind, file, line: line + 1, title, note, terms, pieces: [], parent, hasNumber }
    if (parent !== null) linesOfEntries.add(line)
    entries.push(entry)
    return entry
  }
  const addText = (node: ts.Node, pieces: TextPieces): void => {
    const isIdentifier = pieces.length === 1 && !/\s/.test(pieces[0]?.trim() ?? '')
    if (isIdentifier) return
    const start = node.getStart(source)
    const line = source.getLineAndCharacterOfPosition(start + /^\s*/.exec(text.slice(start))![0].length).line + 1
    const whole = pieces.map((piece) => piece ?? '…').join('')
    const title = cutText(whole.replace(/\s+/g, ' ').trim(), longestText)
    const base = { kind: 'text', note: '', terms: noTerms, parent: null, hasNumber: false } as const
    entries.push({ ...base, file, line, title, pieces: splitPieces(pieces) })
  }
  const visit = (node: ts.Node, parent: CodeEntry, outerNote: string): void => {
    if (ts.isImportDeclaration(node)) return
    const pieces = readTextPieces(node)
    if (pieces !== null) addText(node, pieces)
    const isPartOfStatement = ts.isVariableDeclarationList(node) || ts.isVariableDeclaration(node)
    const note = isPartOfStatement ? outerNote : hasComment(node) ? commentBefore(node, text) : ''
    const name = nameOf(node, source)
    let inner = parent
    if (name !== null || isValue(node) || (note !== '' && !isPartOfStatement && !ts.isVariableStatement(node))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      if (name !== null) inner = add(name, valueOf(node, source), note, line, parent)
      else if (!linesOfEntries.has(line)) add('', '', note, line, parent)
    }
    ts.forEachChild(node, (child) => visit(child, inner, note))
  }
  const head = /^\s*\/(?:\*\*[^]*?\*\/|\/.*(?:\n\/\/.*)*)/.exec(text)?.[0] ?? ''
  const whole = add(file, '', plainComment(head), 0, null)
  if (!file.endsWith('.css')) ts.forEachChild(source, (node) => visit(node, whole, ''))
  else
    for (const [line, written] of lines.entries()) {
      const [, name, value] = /^\s*([\w-]+): (.*);$/.exec(written) ?? []
      if (name !== undefined && value !== undefined) add(name, value, '', line, whole)
    }
  return entries
}

const commentBefore = (node: ts.Node, text: string): string =>
  (ts.getLeadingCommentRanges(text, node.pos) ?? []).map(({ pos, end }) => plainComment(text.slice(pos, end))).join(' ')

const plainComment = (comment: string): string =>
  comment
    .replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

const hasComment = (node: ts.Node): boolean =>
  ts.isStatement(node) || ts.isTypeElement(node) || ts.isClassElement(node) || ts.isObjectLiteralElement(node)

const declarations = new Set([
  ...[ts.SyntaxKind.VariableDeclaration, ts.SyntaxKind.FunctionDeclaration, ts.SyntaxKind.ClassDeclaration],
  ...[ts.SyntaxKind.InterfaceDeclaration, ts.SyntaxKind.TypeAliasDeclaration, ts.SyntaxKind.PropertySignature],
  ...[ts.SyntaxKind.MethodSignature, ts.SyntaxKind.MethodDeclaration, ts.SyntaxKind.PropertyDeclaration],
  ...[ts.SyntaxKind.PropertyAssignment, ts.SyntaxKind.Parameter, ts.SyntaxKind.BindingElement],
])

/**
 * Gives what a node is called: the name that it declares, the tag of an element, or the text that is the first of
 * several arguments, as of `operation('GET /audit', ...)`; null for no name, and for a parameter without a default.
 */
function nameOf(node: ts.Node, source: ts.SourceFile): string | null {
  if (ts.isJsxOpeningLikeElement(node)) return node.tagName.getText(source)
  if (ts.isCallExpression(node)) {
    const [first, second] = node.arguments
    return first && ts.isStringLiteral(first) && second ? first.text : null
  }
  if (!declarations.has(node.kind)) return null
  const { name, initializer } = node as ts.ParameterDeclaration
  if ((ts.isParameter(node) || ts.isBindingElement(node)) && initializer === undefined) return null
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : null
}

/** Gives the value of a declaration where it is short, or the beginning of the properties of an element. */
function valueOf(node: ts.Node, source: ts.SourceFile): string {
  const isElement = ts.isJsxOpeningLikeElement(node)
  const value = isElement ? node.attributes : (node as ts.ParameterDeclaration).initializer
  const text = value?.getText(source).replace(/\s+/g, ' ') ?? ''
  if (isElement) return text.slice(0, longestProperties)
  return text.length <= longestValue ? text : ''
}

/** Gives whether a node is a text, or a number other than 0 and 1. */
const isValue = (node: ts.Node): boolean =>
  (ts.isNumericLiteral(node) && !/^[01]$/.test(node.text)) ||
  ((ts.isStringLiteral(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node)) && /[a-z]/i.test(node.text))
