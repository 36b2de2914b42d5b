import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
/** Paths of ours in backticks, without those that stand for many: `lib/capture/<engine>/`, `e2e/**`. */
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

test('the README fits on a few screens', () => {
  expect(readLines('README.md').length).toBeLessThanOrEqual(121)
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
