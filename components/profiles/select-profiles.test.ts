import { describe, expect, it } from 'vitest'
import { type ProfileSummary } from '../../lib/contract.ts'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { choicesOf, noFilter, parseLabels, selectProfiles } from './select-profiles.ts'

const profile = (name: string, more: Partial<ProfileSummary> = {}) => sampleSummary({ name, ...more })

const all = [
  profile('before', { labels: ['slow'], image: 'shop:1.3' }),
  profile('after', { labels: ['fixed'], image: 'shop:1.4', event: 'alloc' }),
  profile('import.folded', { service: 'import.folded', engine: 'folded' }),
]
const names = (filter: Partial<typeof noFilter>) =>
  selectProfiles(all, { ...noFilter, ...filter }).map((one) => one.name)

describe('the filter of the library', () => {
  it('shows all without a word', () => expect(names({})).toHaveLength(3))
  it('finds words in any name, image or label', () => {
    expect(names({ words: '1.4' })).toEqual(['after'])
    expect(names({ words: 'SHOP slow' })).toEqual(['before'])
  })
  it('wants service, engine and label exactly', () => {
    expect(names({ service: 'shop' })).toEqual(['before', 'after'])
    expect(names({ engine: 'folded' })).toEqual(['import.folded'])
    expect(names({ label: 'fix' })).toEqual([])
    expect(names({ label: 'fixed', words: 'before' })).toEqual([])
  })
  it('takes an event exactly', () => {
    expect(names({ event: 'alloc' })).toEqual(['after'])
  })

  it('offers each value once', () => {
    expect(choicesOf(all)).toEqual({
      services: ['import.folded', 'shop'],
      engines: ['folded', 'perf'],
      events: ['alloc', 'cpu'],
      labels: ['fixed', 'slow'],
    })
  })
})

it('reads labels as people write them', () => {
  expect(parseLabels(' slow, after 1.4 ,,slow ,')).toEqual(['slow', 'after 1.4'])
  expect(parseLabels('  ')).toEqual([])
})
