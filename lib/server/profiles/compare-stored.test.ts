import { describe, expect, it } from 'vitest'
import type { GroupDelta } from '../../profile/compare/compare-functions.ts'
import { readRecording, recordedPairs, startingPair } from '../../testing/profiles/recorded-pairs.ts'
import { compareStored } from './compare-stored.ts'

/** In their order, what explains itself and noise does not. */
const findDifferences = (rows: readonly GroupDelta[]) =>
  rows.filter(({ isSignificant, cause }) => isSignificant && cause === null).map(({ name }) => name)

describe('an application on another database', () => {
  it.each(recordedPairs)('names the drivers first: $title', ({ before, after, changes }) => {
    const compared = compareStored({ before: readRecording(before), after: readRecording(after), limit: 10 })
    expect(findDifferences(compared.packages)).toEqual(changes)
    expect(compared.packages.slice(0, changes.length).map(({ name }) => name)).toEqual(changes)
    if (changes.length === 0) expect(compared.functions.some(({ isSignificant }) => isSignificant)).toBe(false)
  })

  it('shows how Hibernate loads batches on each', () => {
    const [{ before, after }] = recordedPairs as [(typeof recordedPairs)[number]]
    const compared = compareStored({ before: readRecording(before), after: readRecording(after), limit: 10 })
    expect(
      compared.functions.slice(0, 2).map(({ name, status }) => [name.split('.').slice(-2).join('.'), status]),
    ).toEqual([
      ['EntityBatchLoaderArrayParam.load', 'new'],
      ['EntityBatchLoaderInPredicate.load', 'gone'],
    ])
  })
})

it('names what is slow in JVMs that have just started', () => {
  const { before, after, changes } = startingPair
  const compared = compareStored({ before: readRecording(before), after: readRecording(after), limit: 10 })
  expect(findDifferences(compared.packages)).toEqual(changes)
  expect(findDifferences(compared.classes)).toEqual(['shop.pricing.PriceRules'])
  expect(findDifferences(compared.functions)).toEqual(['shop.pricing.PriceRules.findWinningRule'])
})
