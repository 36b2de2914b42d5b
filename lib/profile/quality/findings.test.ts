import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { collectFindings } from './findings.ts'
import { matchesPattern, parseSearch } from '../search/search.ts'

test('points at the method that is hot by itself, and at what the machine does besides', () => {
  const findings = collectFindings(shopProfile())
  expect(findings[0]).toMatchObject({
    id: 'hot-method',
    text: 'Hot method: shop.pricing.PriceRules.findWinningRule',
  })
  expect(findings[0]!.share).toBeGreaterThan(0.2)
  expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['gc', 'hot-method']))
  expect(findings.map(({ share }) => share)).toEqual(findings.map(({ share }) => share).toSorted((a, b) => b - a))
})

test('counts a sample once, however often its stack matches', () => {
  const profile = profileFromDiagram(`
    org.slf4j.Logger.info main
    org.slf4j.Logger.log  .
    org.slf4j.Logger.out  .
    1                     3
  `)
  const many = { ...profile, samples: repeat(profile.samples, 500) }
  expect(collectFindings(many).find(({ id }) => id === 'logging')?.share).toBe(0.25)
})

test('says nothing of a profile with too few samples to judge by', () => {
  expect(collectFindings(profileFromDiagram(`GCHeapMark\n2000`))).toEqual([])
})

test('gives searches that the search box understands and that find the frames', () => {
  const profile = shopProfile()
  const names = Array.from(profile.frames.name, (name) => profile.strings[name]!)
  for (const { search } of collectFindings(profile)) {
    const parsed = parseSearch(search.text)
    const found =
      parsed.type === 'pattern'
        ? matchesPattern(names, parsed.source, true).some((match) => match === 1)
        : names.includes(search.text)
    expect(found).toBe(true)
    expect(search.text.length).toBeLessThanOrEqual(200)
  }
})

function repeat(samples: ReturnType<typeof shopProfile>['samples'], times: number) {
  const rows = Array.from({ length: samples.length * times }, (_, row) => row % samples.length)
  return {
    length: rows.length,
    stack: Int32Array.from(rows, (row) => samples.stack[row]!),
    thread: Uint32Array.from(rows, (row) => samples.thread[row]!),
    time: Float64Array.from(rows, (row) => samples.time[row]!),
    weight: Float64Array.from(rows, (row) => samples.weight[row]!),
  }
}
