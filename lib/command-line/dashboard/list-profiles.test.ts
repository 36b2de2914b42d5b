import { expect, test } from 'vitest'
import { sampleSummary } from '../../testing/samples.ts'
import type { Dashboard } from './dashboard.ts'
import { listProfiles, readProfilesOptions } from './list-profiles.ts'

const at = Date.UTC(2026, 10, 23, 15, 40)
const hot = sampleSummary({
  ...{
    id: 'a'.repeat(32),
    service: 'demo/shop',
    name: 'demo/shop: Rules.find',
    captureId: 'c'.repeat(32),
    capturedAt: Date.UTC(2026, 10, 16, 10),
    createdAt: at,
  },
  hotMethod: { name: 'shop.pricing.Rules.find', share: 0.91 },
})
const imported = sampleSummary({
  ...{
    id: 'b'.repeat(32),
    service: '(no service)',
    name: 'before\u001b[2J',
    event: 'alloc',
    capturedAt: null,
    createdAt: at,
  },
  topMethod: { name: 'java.lang.String', share: 0.033 },
})

async function run(args: string[], profiles = [hot, imported], next: string | null = null) {
  const asked: string[] = []
  let [output, errorOutput] = ['', '']
  const page = { profiles, others: [], count: 1234, bytes: 1, next, facets: {} }
  const call = async (path: string) => {
    asked.push(path)
    return page
  }
  const streams = {
    stdout: { write: (text: string | Uint8Array) => void (output += String(text)) },
    stderr: { write: (text: string) => void (errorOutput += text) },
  }
  const exitCode = await listProfiles(readProfilesOptions(args), { call } as unknown as Dashboard, streams)
  return { exitCode, asked, output, errorOutput, page }
}

test('hearth profiles lists ids with service, name, event, top, when it was captured and when it was added, by which it is sorted, and how many more there are', async () => {
  const { exitCode, asked, output, errorOutput } = await run([], undefined, 'more')
  expect([exitCode, asked]).toEqual([0, ['/api/v1/profiles?limit=23&choices=0']])
  expect(output.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ID', 'SERVICE', 'NAME', 'EVENT', 'TOP METHOD', 'CAPTURED', 'ADDED'],
    ['aaaaaaaa', 'demo/shop', '-', 'cpu', 'Rules.find 91%', '2026-11-16 10:00 UTC', '2026-11-23 15:40 UTC'],
    ['bbbbbbbb', '(no service)', 'before\\u{1b}[2J', 'alloc', 'class String 3.3%', '-', '2026-11-23 15:40 UTC'],
    [''],
  ])
  expect(errorOutput).toBe('2 of 1,234 profiles; -n 500 or a word shows others.\n')
})

test('the share of a method says so where it is one of busy time', async () => {
  const { output } = await run([], [{ ...hot, hotMethod: { name: 'shop.Rules.find', share: 0.75, base: 'busy time' } }])
  expect(output).toContain('  Rules.find 75% of busy time  ')
})

test('events of one capture stand together where its first is, the CPU first', async () => {
  const [wall, lock] = (['wall', 'lock'] as const).map((event) => ({ ...hot, event, id: event[0]!.repeat(32) }))
  const { output } = await run([], [lock!, imported, hot, wall!])
  const events = output
    .split('\n')
    .slice(1, 5)
    .map((line) => line.split(/ {2,}/)[3])
  expect(events).toEqual(['cpu', 'wall', 'lock', 'alloc'])
})

test('a limit cuts rows in the order of the list: of one capture the last events, not the CPU', async () => {
  const events = (['lock', 'alloc', 'wall'] as const).map((event) => ({ ...hot, event, id: event[0]!.repeat(32) }))
  const { asked, output, errorOutput } = await run(['-n', '3'], [...events, hot, imported])
  expect(asked).toEqual(['/api/v1/profiles?limit=6&choices=0'])
  const lines = output.trimEnd().split('\n').slice(1)
  expect(lines.map((line) => line.split(/ {2,}/)[3])).toEqual(['cpu', 'wall', 'alloc'])
  expect(errorOutput).toBe('3 of 1,234 profiles; -n 500 or a word shows others.\n')
  expect((await run(['-n', '500'])).asked).toEqual(['/api/v1/profiles?limit=500&choices=0'])
})

test('what is first in a flat profile is named with its share, as the page does', async () => {
  const flat = { ...imported, event: 'cpu', topMethod: { name: 'a.B.c', share: 0.0098 } }
  const flatter = { ...flat, topMethod: { name: 'a.B.d', share: 0.0004 } }
  const unknown = { ...flat, topMethod: null }
  const lines = (await run([], [flat, flatter, unknown])).output.split('\n')
  expect(lines.slice(1, -1).map((line) => line.split(/ {2,}/)[4])).toEqual(['B.c 1%', 'B.d <0.1%', '-'])
})

test('a list that is cut off at the highest limit advises a word alone', async () => {
  expect((await run(['-n', '500'], undefined, 'more')).errorOutput).toBe('2 of 1,234 profiles; a word shows others.\n')
})

test('a list of what has a word advises one more', async () => {
  const { errorOutput } = await run(['shop'], undefined, 'more')
  expect(errorOutput).toBe('2 of 1,234 profiles; -n 500 or one more word shows others.\n')
})

test('words, a limit and JSON are passed on; an empty answer says so', async () => {
  const { asked, output, page } = await run(['-n', '3', '--json', 'shop', 'before fix'])
  expect(asked).toEqual(['/api/v1/profiles?q=shop+before+fix&limit=3&choices=0'])
  expect(JSON.parse(output)).toEqual(page)
  expect((await run([], [])).output).toBe('No profile yet.\n')
  expect((await run(['cart'], [])).output).toBe('No profile has all of “cart”.\n')
  for (const limit of ['0', '501', '2.5', 'all'])
    expect(() => readProfilesOptions([`--limit=${limit}`])).toThrow('--limit is a whole number from 1 to 500')
})
