import { describe, expect, test } from 'vitest'
import { noService } from '../../../../lib/contract/constants.ts'
import type { ProfileSummary } from '../../../../lib/contract/profile.ts'
import { applyFilters } from '../../../../lib/profile/filters/filters.ts'
import { readFilter } from '../../../../lib/profile/filters/filter-text.ts'
import { emptyProvenance } from '../../../../lib/profile/model/profile.ts'
import { createProfileBuilder } from '../../../../lib/profile/model/profile-builder.ts'
import { getHeatMapSpan } from '../../../../lib/profile/time/heat-map.ts'
import { sampleSummary } from '../../../../lib/testing/samples.ts'
import { hasDeploy, createChoiceHref, createHalvesHref, orderByLikeness, suggestBaselines } from './compare-choices.ts'

const at = (createdAt: number, more: Partial<ProfileSummary> = {}) =>
  sampleSummary({ id: String(createdAt).padStart(32, '0'), createdAt, image: 'shop:1', ...more })
const titles = (current: ProfileSummary, history: readonly ProfileSummary[]) =>
  suggestBaselines(current, history).map(({ title, profile }) => `${title}: ${profile.createdAt}`)

describe('likelyChoices', () => {
  test('are the previous profile and the last one before the image changed', () => {
    const history = [at(9), at(8, { image: 'shop:2' }), at(7, { image: 'shop:2' }), at(5), at(4)]
    expect(titles(at(8, { image: 'shop:2' }), history)).toEqual(['Before the last deploy: 5', 'Previous: 7'])
  })

  test('name a profile once', () => {
    expect(titles(at(8, { image: 'shop:2' }), [at(8), at(7)])).toEqual(['Before the last deploy: 7'])
    expect(titles(at(8), [at(8)])).toEqual([])
  })

  test('tell images apart by their digest', () => {
    const digest = (imageDigest: string, createdAt: number) => at(createdAt, { imageDigest })
    expect(titles(digest('b', 8), [digest('b', 7), digest('a', 6)])).toEqual([
      'Before the last deploy: 6',
      'Previous: 7',
    ])
  })

  test('are of the same event, the nearest one of another engine too', () => {
    const history = [at(9, { engine: 'jfr' }), at(7, { event: 'wall' }), at(6), at(3, { engine: 'jfr' })]
    expect(titles(at(8), history)).toEqual(['Previous: 6', 'Another engine: 9'])
  })
})

describe('what was before the last deploy', () => {
  const image = (name: string | null, createdAt: number, more: Partial<ProfileSummary> = {}) =>
    at(createdAt, { image: name, ...more })

  test('is nothing where no image is known, on either side', () => {
    expect(titles(image('shop:2', 8), [image(null, 7), image('shop:1', 6)])).toEqual([
      'Before the last deploy: 6',
      'Previous: 7',
    ])
    expect(titles(image('shop:2', 8), [image(null, 7)])).toEqual(['Previous: 7'])
    expect(titles(image(null, 8), [image('shop:1', 7)])).toEqual(['Previous: 7'])
  })

  test('is of the same engine where the image before has one, and earlier', () => {
    const history = [
      image('shop:1', 8),
      image('shop:1', 7, { engine: 'jfr' }),
      image('shop:1', 6, { engine: 'perf' }),
      image('shop:0', 5, { engine: 'perf' }),
    ]
    expect(titles(image('shop:2', 8, { id: 'f'.repeat(32), engine: 'perf' }), history)[0]).toBe(
      'Before the last deploy: 6',
    )
    expect(titles(image('shop:2', 8, { id: 'f'.repeat(32), engine: 'bcc' }), history)[0]).toBe(
      'Before the last deploy: 7',
    )
  })

  test('counts what can be compared: bytes with bytes only, samples with nanoseconds too', () => {
    const history = [image('shop:1', 7, { unit: 'bytes' }), image('shop:1', 6, { unit: 'nanoseconds' })]
    expect(titles(image('shop:2', 8, { unit: 'samples' }), history)).toEqual(['Before the last deploy: 6'])
    expect(titles(image('shop:2', 8, { unit: 'bytes' }), history)).toEqual(['Before the last deploy: 7'])
  })
})

describe('hasDeploy', () => {
  test('passes over what knows no image', () => {
    expect(hasDeploy([at(2, { image: null }), at(1)])).toBe(false)
  })

  test('asks whether the image changed', () => {
    expect(hasDeploy([at(2), at(1)])).toBe(false)
    expect(hasDeploy([at(2, { image: 'shop:2' }), at(1)])).toBe(true)
  })
})

describe('hrefOfChoice', () => {
  const [early, late] = [at(1), at(2)]

  test('compares the later profile of a service with the earlier one, with the view as it is', () => {
    expect(createChoiceHref(late, early, 'q=json&bf=time%3A0-5')).toBe(
      `/profiles/${late.id}?baseline=${early.id}&q=json`,
    )
    expect(createChoiceHref(early, late, '')).toBe(`/profiles/${late.id}?baseline=${early.id}`)
  })

  test('leaves the order of time, whose places are numbers of one recording, and the places with it', () => {
    expect(createChoiceHref(late, early, 'sort=time&threads=1&zoom=00abc&sel=00abd&range=0.1-0.2&row=7&q=json')).toBe(
      `/profiles/${late.id}?baseline=${early.id}&threads=1&q=json`,
    )
    expect(createChoiceHref(late, early, 'sort=weight&zoom=00abc')).toBe(
      `/profiles/${late.id}?baseline=${early.id}&sort=weight&zoom=00abc`,
    )
  })

  test('stays on the page for another service or event', () => {
    const other = at(2, { service: 'till' })
    expect(createChoiceHref(early, other, '')).toBe(`/profiles/${early.id}?baseline=${other.id}`)
  })

  test('stays on the page for another profile without a service', () => {
    const [one, other] = [at(1, { service: noService }), at(2, { service: noService })]
    expect(createChoiceHref(one, other, '')).toBe(`/profiles/${one.id}?baseline=${other.id}`)
  })

  test('sets another event beside this one', () => {
    const other = at(2, { event: 'wall' })
    expect(createChoiceHref(early, other, '')).toBe(`/profiles/${early.id}?baseline=${other.id}&mode=side`)
  })
})

describe('hrefOfParts', () => {
  const queryOf = (href: string) => Object.fromEntries(new URL(href, 'http://hearth').searchParams)

  test('sets the halves of a recording against each other', () => {
    expect(queryOf(createHalvesHref('p', '', [0, 9000]))).toEqual({
      baseline: 'p',
      mode: 'side',
      f: 'time:4501-9001',
      bf: 'time:0-4501',
    })
  })

  test('has all samples in one half, also those before the start and after the stated end', () => {
    const builder = createProfileBuilder()
    for (const time of [-0.5, 0, 14_999.9, 15_000, 29_999, 30_012.3]) builder.sample(-1, builder.thread('a'), time, 1)
    const profile = builder.finish('samples', { ...emptyProvenance('jfr'), durationMs: 30_000 })
    const { f, bf } = queryOf(createHalvesHref('p', '', getHeatMapSpan(profile)))
    const kept = [bf, f].map((text) => applyFilters(profile, [readFilter(text!)!]).samples.length)
    expect(kept).toEqual([3, 3])
    expect({ f, bf }).toEqual({ f: 'time:15000-30100', bf: 'time:-1-15000' })
  })

  test('sets a chosen time against the one before it', () => {
    expect(queryOf(createHalvesHref('p', 'f=time:4000-5000&q=json', [0, 8999]))).toMatchObject({
      q: 'json',
      f: 'time:4000-5000',
      bf: 'time:3000-4000',
    })
    expect(queryOf(createHalvesHref('p', 'f=time:0-5000', [0, 8999]))).toMatchObject({
      f: 'time:4500-9000',
      bf: 'time:0-4500',
    })
  })

  test('leaves the order of time', () => {
    expect(queryOf(createHalvesHref('p', 'sort=time&threads=1&zoom=00abc&sel=00abc', null))).toEqual({
      baseline: 'p',
      mode: 'side',
      threads: '1',
      bf: '',
    })
  })

  test('shows all on both sides where threads are to be chosen', () => {
    expect(queryOf(createHalvesHref('p', '', null))).toEqual({ baseline: 'p', mode: 'side', bf: '' })
  })
})

test('of other services, those of the same program come first, and files without a service last', () => {
  const current = at(9, { service: 'shop', mainClass: 'shop.Shop', engine: 'async-profiler' })
  const files = [8, 7, 6].map((time) => at(time, { service: noService, mainClass: null, engine: 'folded' }))
  const other = at(5, { service: 'bank', mainClass: 'bank.Bank', engine: 'async-profiler' })
  const slow = at(4, { service: 'shop-slow', mainClass: 'shop.Shop', engine: 'perf' })
  expect(orderByLikeness(current, [...files, other, slow])).toEqual([slow, other, ...files])
})

test('the likest of each service comes before a second one of a service with many', () => {
  const runs = [9, 8, 7].map((createdAt) => at(createdAt, { service: 'experiment/shop' }))
  const beside = at(6, { service: 'shop-slow', engine: 'another' })
  expect(orderByLikeness(at(10), [...runs, beside])).toEqual([runs[0], beside, runs[1], runs[2]])
})
