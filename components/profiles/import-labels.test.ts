import { describe, expect, it } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { createImportHref } from './import-labels.ts'

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
