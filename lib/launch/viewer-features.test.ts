import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkout } from './checkout.ts'

const text = readFileSync(`${checkout}/docs/viewer-features.md`, 'utf8')
/** Number, feature, Hearth, and the names of the tests that show it. */
const rows = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number = '']) => /^\d+$/.test(number))
  .map(([, number, feature, hearth, shownBy = '']) => ({
    number: Number(number),
    feature,
    hearth,
    shownBy: shownBy.split(', ').filter((name) => name !== ''),
  }))
const tests = new Map(
  [...text.matchAll(/^- ([\w-]+): `([^`]+)` “([^”]+)”$/gm)].map(([, name, path, title]) => [
    name!,
    { path: path!, title: title! },
  ]),
)

test('the table has 90 features, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
})

describe('each yes names tests that exist', () => {
  test.each(rows.filter(({ hearth }) => hearth?.startsWith('yes')))('$number $feature', ({ shownBy }) => {
    expect(shownBy).not.toEqual([])
    for (const name of shownBy) {
      const { path, title } = tests.get(name) ?? { path: `no test is called ${name}`, title: '' }
      expect(existsSync(`${checkout}/${path}`), path).toBe(true)
      expect(readFileSync(`${checkout}/${path}`, 'utf8')).toContain(title)
    }
  })
})
