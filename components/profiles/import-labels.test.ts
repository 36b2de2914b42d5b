import { describe, expect, it } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { createImportHref, formatImportCount, isNotable } from './import-labels.ts'
import type { ImportItem } from './import-queue.ts'
import { defaultImportOptions } from '../../lib/contract/imports.ts'

describe('hrefOfImport', () => {
  const [before, after] = ['a', 'b'].map((letter) => sampleSummary({ id: letter.repeat(32) }))

  it('opens two counts as a comparison, after against before', () => {
    const href = createImportHref({ profiles: [before!, after!], warnings: [] }, { counts: '2', unit: 'samples' })
    expect(href).toBe(`/profiles/${after!.id}?baseline=${before!.id}`)
  })

  it('opens the first of several events', () => {
    const profiles = [before!, { ...after!, event: 'alloc' }]
    for (const counts of ['1', '2'] as const)
      expect(createImportHref({ profiles, warnings: [] }, { counts, unit: 'samples' })).toBe(`/profiles/${before!.id}`)
  })
})

const itemOf = (more: Partial<ImportItem>): ImportItem => ({
  ...{ id: 1, fileName: 'a', bytes: 1, options: defaultImportOptions, state: 'done', share: 1 },
  ...{ imported: null, error: null, isRemoved: false, isAlone: false },
  ...more,
})

describe('a list of many files', () => {
  it('is summed up', () => {
    const states = ['done', 'done', 'failed', 'waiting', 'reading'] as const
    expect(formatImportCount(states.map((state) => itemOf({ state })))).toBe('2 of 5 read, 1 failed')
    expect(formatImportCount([itemOf({}), itemOf({ state: 'cancelled' })])).toBe('1 of 2 read, 1 cancelled')
  })

  it('has lines of those that are under way, that failed, or of which something was skipped or known', () => {
    const imported = { profiles: [sampleSummary()], warnings: [], sameAs: null }
    const notable: Partial<ImportItem>[] = [
      { state: 'sending' },
      { state: 'reading' },
      { state: 'failed' },
      { imported: { ...imported, warnings: [{ code: 'lines-skipped', text: '', count: 2 }] } },
      { imported: { ...imported, sameAs: sampleSummary() } },
    ]
    expect(notable.map((more) => isNotable(itemOf(more)))).toEqual(notable.map(() => true))
    const others = [{ state: 'waiting' }, { imported }, { state: 'cancelled' }] as const
    expect(others.map((more) => isNotable(itemOf(more)))).toEqual(others.map(() => false))
  })
})
