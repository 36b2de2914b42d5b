import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatTitles } from '../profile/model/format-ids.ts'
import { checkout } from './checkout.ts'

const decisions = readdirSync(`${checkout}/docs/decisions`).filter((name) => /^\d{4}-/.test(name))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${checkout}/docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const readLines = (page: string): string[] => readFileSync(`${checkout}/${page}`, 'utf8').split('\n')
/** Paths of this repository in backticks, without patterns: `lib/capture/<engine>/`, `e2e/**`. */
const ownPath = /`((?:app|components|lib|e2e|examples|docs|\.config|\.ci)\/[^`<*{ ]*)`/g

function findMissing(page: string): string[] {
  return readLines(page)
    .flatMap((line) => {
      const links = [...line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!)
      const relative = links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => join(dirname(page), link))
      return [...relative, ...[...line.matchAll(ownPath)].map(([, path]) => path!)]
    })
    .filter((path) => !existsSync(`${checkout}/${path}`))
}

test.each(pages)('%s names only files and pages that exist', (page) => {
  expect(findMissing(page)).toEqual([])
})

describe('"Where is ...?"', () => {
  const lines = readLines('docs/architecture.md')
  const rows = lines
    .slice(lines.indexOf('## Where is ...?'), lines.indexOf('## Data'))
    .filter((line) => line.startsWith('|'))

  test.each(rows.flatMap(findNamedIdentifiers))('%s is in %s', (identifier, path) => {
    expect(findIdentifiers(readAll(path).map(removeComments))).toContain(identifier)
  })
})

/** Pairs of an identifier in backticks and the path that its row names next. */
function findNamedIdentifiers(row: string): [string, string][] {
  const names = [...row.matchAll(/`([^` ]+)`/g)].map(([, name]) => name!)
  return names.flatMap((name, index) => {
    const path = names.slice(index).find((other) => other.includes('/'))
    return /^\w+$/.test(name) && path !== undefined ? [[name, path]] : []
  })
}

/** The texts of a file, or of all code in a folder. */
function readAll(path: string): string[] {
  const names = path.endsWith('/') ? readdirSync(`${checkout}/${path}`, { recursive: true, encoding: 'utf8' }) : ['']
  const code = names.filter((name) => name === '' || /\.(?:tsx?|mjs|cjs|js)$/.test(name))
  return code.map((name) => readFileSync(`${checkout}/${path}${name}`, 'utf8'))
}

const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm
const removeComments = (code: string): string => code.replace(comment, '')
const findIdentifiers = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))

describe('comments', () => {
  const folders = ['app/', 'components/', 'e2e/', 'examples/', 'lib/']
  const texts = folders.flatMap(readAll)
  const comments = texts.flatMap((text) => text.match(comment) ?? []).join('\n')

  test('name only files that exist', () => {
    const paths = folders.flatMap((one) => readdirSync(`${checkout}/${one}`, { recursive: true, encoding: 'utf8' }))
    const names = new Set(paths.map((path) => basename(path)))
    const named = comments.match(/[\w-][\w.-]*\.(?:tsx?|mjs)\b/g) ?? []
    expect(named.filter((name) => !names.has(name))).toEqual([])
  })

  test('name only identifiers that exist, but for those of a source', () => {
    const identifiers = findIdentifiers(texts.map(removeComments))
    const camelCase = /(?<![\w`./])[a-z]+[A-Z]\w*/g
    const quoted = /(?<=`)(?:\w*[a-z][A-Z]\w*|[A-Z][a-z]+)(?=(?:\(\))?`)/g
    const own = comments.replace(/\bSource: .*/g, '')
    const named = [camelCase, quoted].flatMap((pattern) => own.match(pattern) ?? [])
    expect(named.filter((name) => !identifiers.has(name))).toEqual([])
  })
})

test('exported names are unique', () => {
  const exported = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
  const names = ['components/', 'e2e/', 'lib/']
    .flatMap(readAll)
    .flatMap((text) => [...new Set([...text.matchAll(exported)].map(([, name]) => name!))])
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  // The build of the exported HTML file replaces one module by the other: components/standalone/.
  expect(repeated.sort()).toEqual(['startPatternWorker', 'startTreeWorker'])
})

test('the README fits on a few screens', () => {
  expect(readLines('README.md').length).toBeLessThanOrEqual(121)
})

test('the table of formats has a row for each that is read', () => {
  const rows = readLines('docs/formats.md').filter((line) => line.startsWith('| '))
  const named = rows.map((row) => row.split('|')[1]!).join()
  // What Hearth exports itself has two rows of its own.
  const titles = Object.entries(formatTitles).filter(([id]) => id !== 'hearth' && id !== 'html')
  expect(titles.map(([, title]) => title).filter((title) => !named.includes(title))).toEqual([])
})

describe('decisions', () => {
  test('are numbered without a gap', () => {
    expect(decisions.sort().map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1))
  })

  test.each(decisions)('%s has its number, its parts, a test that guards it, and a row in the index', (name) => {
    const text = readLines(`docs/decisions/${name}`).join('\n')
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `))
    for (const part of ['**Context.**', '**Decision.**', '**Consequence.**']) expect(text).toContain(part)
    expect(text.split('**Guarded by**')[1]).toMatch(/`[^`]+\.(?:test|spec)\.ts`/)
    expect(readLines('docs/decisions/README.md').join('\n')).toContain(`](${name})`)
  })
})
