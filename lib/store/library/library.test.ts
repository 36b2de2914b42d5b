import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { applyProfileChanges } from '../../../components/live/live-state.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { type Facet, facets, type LibraryPage, type LibraryQuery, libraryQuerySchema } from '../../contract/library.ts'
import { librarySorts } from '../../contract/constants.ts'
import { libraryOrder } from '../../contract/library-order.ts'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { sampleNewProfile } from '../../testing/samples.ts'
import { facetColumns } from './facet-counts.ts'
import type { NewProfile } from './profiles.ts'
import { openStore, type Store } from '../store.ts'

let directory = ''
let store: Store
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-library-'))
  store = await openStore(directory)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const save = (more: Partial<NewProfile>) => store.profiles.save(sampleNewProfile(more), new TextEncoder().encode('x'))
const ask = (more: Partial<LibraryQuery>) => store.library.page(libraryQuerySchema.parse(more))
const namesOf = async (more: Partial<LibraryQuery>) => (await ask(more)).profiles.map(({ name }) => name)

describe('what is asked of the library', () => {
  beforeEach(async () => {
    await save({ name: 'before', labels: ['slow'], image: 'shop:1.3', imageDigest: 'sha256:aa', createdAt: 1 })
    await save({ name: 'after', labels: ['fixed', 'slow'], image: 'shop:1.4', event: 'alloc', createdAt: 2 })
    await save({ name: 'import.folded', service: 'import', engine: 'folded', createdBy: 'ada', createdAt: 3 })
  })

  it('is all, newest first, without a word', async () => {
    expect(await namesOf({})).toEqual(['import.folded', 'after', 'before'])
  })
  it('finds words in any name, image, digest or label, in any case', async () => {
    expect(await namesOf({ q: '1.4' })).toEqual(['after'])
    expect(await namesOf({ q: 'SHOP slow' })).toEqual(['after', 'before'])
    expect(await namesOf({ q: 'sha256:aa' })).toEqual(['before'])
  })
  it('takes the signs of a pattern as they are', async () => {
    expect(await namesOf({ q: '%' })).toEqual([])
    expect(await namesOf({ q: '_' })).toEqual([])
    expect(await namesOf({ q: `'; drop table profiles; --` })).toEqual([])
  })
  it('takes any of several choices of a facet, and all of the facets', async () => {
    expect(await namesOf({ label: ['fixed', 'slow'] })).toEqual(['after', 'before'])
    expect(await namesOf({ label: ['slow'], event: ['alloc'] })).toEqual(['after'])
    expect(await namesOf({ image: ['sha256:aa', 'shop:1.4'] })).toEqual(['after', 'before'])
    expect(await namesOf({ from: 2, to: 3 })).toEqual(['after'])
  })
  it('finds a new name, label and note at once, and not the old ones', async () => {
    const { id } = (await ask({ q: 'after' })).profiles[0]!
    await store.profiles.change(id, { name: 'Renamed', labels: ['café'], note: 'Slower since Tuesday', pinned: true })
    expect(await namesOf({ q: 'fixed' })).toEqual([])
    expect(await namesOf({ q: 'RENAMED CAFÉ tuesday' })).toEqual(['Renamed'])
    expect(await namesOf({ label: ['café'], pinned: true })).toEqual(['Renamed'])
    expect(await namesOf({ pinned: false })).toHaveLength(2)
  })
  it('finds profiles by the beginning of an id, or a whole one', async () => {
    const [{ id }] = (await ask({ q: 'after' })).profiles as [ProfileSummary]
    const beginning = id.slice(0, 12)
    expect((await ask({ id: beginning })).profiles.map((one) => one.id)).toEqual([id])
    expect((await ask({ id })).profiles.map((one) => one.id)).toEqual([id])
    expect(await namesOf({ id: beginning, q: 'import' })).toEqual([])
    const others = (await ask({})).profiles.filter((one) => one.id.slice(0, 4) !== id.slice(0, 4))
    expect((await ask({ id: id.slice(0, 4) })).count).toBe(3 - others.length)
    expect(() => libraryQuerySchema.parse({ id: id.slice(0, 3) })).toThrow()
    expect(() => libraryQuerySchema.parse({ id: 'zzzz' })).toThrow()
  })
  it('says what could be chosen besides, under all other choices', async () => {
    const { facets: found, count } = await ask({ label: ['fixed'] })
    expect(count).toBe(1)
    expect(found.label).toEqual([
      { value: 'slow', count: 2 },
      { value: 'fixed', count: 1 },
    ])
    expect(found.image).toEqual([{ value: 'shop:1.4', count: 1 }])
  })
  it('tells the digests of an image that was chosen', async () => {
    expect((await ask({ image: ['shop:1.3'] })).facets.image).toContainEqual({ value: 'sha256:aa', count: 1 })
  })
  it('has deleted ones only when asked for', async () => {
    const [newest] = (await ask({})).profiles
    await store.profiles.setDeleted(newest!.id, 5)
    expect(await namesOf({})).toEqual(['after', 'before'])
    expect(await namesOf({ deleted: true })).toEqual(['import.folded'])
  })
})

test('pages follow each other without a gap or a repetition, also among profiles of the same moment', async () => {
  for (let index = 0; index < 23; index++) await save({ name: `${index}`, createdAt: Math.floor(index / 10) })
  const seen: string[] = []
  let after: string | null = null
  do {
    const page = await ask({ limit: 5, after })
    expect(page.count).toBe(23)
    seen.push(...page.profiles.map(({ id }) => id))
    after = page.next
  } while (after !== null)
  expect(new Set(seen).size).toBe(23)
  expect(seen).toHaveLength(23)
})

describe('pages of whole captures', () => {
  const saveCapture = async (events: readonly string[], more: Partial<NewProfile> = {}) => {
    const captureId = randomBytes(16).toString('hex')
    for (const event of events) await save({ captureId, event, ...more })
    return captureId
  }
  const pagesOf = async (more: Partial<LibraryQuery>) => {
    const pages = [await ask({ captures: true, ...more })]
    for (let after = pages[0]!.next; after !== null; after = pages.at(-1)!.next)
      pages.push(await ask({ captures: true, ...more, after }))
    return pages
  }
  const rowsOf = ({ profiles }: LibraryPage) => new Set(profiles.map(({ id, captureId }) => captureId ?? id))

  it('count captures, and none is on two pages, also among many of the same moment', async () => {
    const random = createRandom(3)
    const seven = ['cpu', 'wall', 'alloc', 'lock', 'io', 'file.a', 'file.b']
    let stored = 0
    for (let index = 0; index < 30; index++) {
      const events = seven.slice(0, [0, 1, 2, 4, 7][Math.floor(random() * 5)])
      const more = { createdAt: Math.floor(index / 10), labels: random() < 0.5 ? ['x'] : [] }
      if (events.length === 0) await save(more)
      else await saveCapture(events, more)
      stored += Math.max(1, events.length)
    }
    const asked: Partial<LibraryQuery>[] = [{}, { q: 'file.b' }, { label: ['x'] }, { event: ['alloc', 'file.a'] }]
    for (const query of asked) {
      const every = await ask({ ...query, limit: 500 })
      for (const limit of [1, 2, 5, 40]) {
        const pages = await pagesOf({ ...query, limit })
        const ids = pages.flatMap(({ profiles }) => profiles.map(({ id }) => id))
        expect(new Set(ids)).toEqual(new Set(every.profiles.map(({ id }) => id)))
        expect(ids).toHaveLength(every.count)
        const rows = pages.map(rowsOf)
        expect(rows.every((page) => page.size <= limit)).toBe(true)
        expect(rows.reduce((sum, page) => sum + page.size, 0)).toBe(rowsOf(every).size)
        for (const { profiles, others, count } of pages) {
          expect(count).toBe(every.count)
          const ids = new Set(profiles.map(({ captureId }) => captureId))
          expect(others.every(({ captureId }) => captureId !== null && ids.has(captureId))).toBe(true)
        }
        const shown = pages.flatMap(({ profiles, others }) => [...profiles, ...others])
        expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
      }
    }
    expect((await ask({})).count).toBe(stored)
  })
  it('are full where no capture has more than four events', async () => {
    for (let index = 0; index < 6; index++) await saveCapture(['cpu', 'wall', 'alloc', 'lock'], { createdAt: index })
    const sizes = (await pagesOf({ limit: 2 })).map((page) => [rowsOf(page).size, page.profiles.length])
    expect(sizes).toEqual([
      [2, 8],
      [2, 8],
      [2, 8],
    ])
  })
  it('have the other events of a capture beside those that were asked for, and count only these', async () => {
    const captureId = await saveCapture(['cpu', 'alloc', 'wall'])
    await save({ createdAt: 5 })
    const { profiles, others, count } = await ask({ captures: true, event: ['alloc'] })
    expect(profiles.map(({ event }) => event)).toEqual(['alloc'])
    expect(others.map(({ event }) => event).sort()).toEqual(['cpu', 'wall'])
    expect(others.every((other) => other.captureId === captureId)).toBe(true)
    expect(count).toBe(1)
    expect((await ask({ event: ['alloc'] })).others).toEqual([])
  })
  it('have of a capture what is in the trash, or what is not', async () => {
    await saveCapture(['cpu', 'alloc'])
    const [alloc] = (await ask({ event: ['alloc'] })).profiles
    await store.profiles.setDeleted(alloc!.id, 5)
    const eventsIn = async (deleted: boolean) =>
      (await ask({ captures: true, deleted, q: 'perf' })).profiles.map(({ event }) => event)
    expect(await eventsIn(false)).toEqual(['cpu'])
    expect(await eventsIn(true)).toEqual(['alloc'])
    expect((await ask({ captures: true, event: ['cpu'] })).others).toEqual([])
  })
})

describe('a sorted library', () => {
  const rowsOf = async (more: Partial<LibraryQuery>) => {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await ask({ captures: true, limit: 2, ...more, after })
      seen.push(...new Set(page.profiles.map(({ captureId, id }) => names.get(captureId ?? id)!)))
      after = page.next
    } while (after !== null)
    return seen.join(' ')
  }
  const names = new Map<string, string>()
  const hotMethod = { name: 'shop.Alpha.find(int)', share: 0.5 }
  beforeEach(async () => {
    names.clear()
    const bring = async (key: string, more: Partial<NewProfile>) => {
      const { id, captureId } = await save({ durationMs: null, hotMethod: null, ...more, labels: [key] })
      names.set(captureId ?? id, key)
    }
    await bring('mid', { name: 'mid', createdAt: 1, total: 20, durationMs: 5000 })
    await bring('last', { name: 'Zoo', createdAt: 2, total: 5, durationMs: 20_000, service: 'Cart' })
    const captureId = 'c'.repeat(32)
    const captured = { captureId, createdAt: 3, service: 'shop' }
    await bring('captured', { ...captured, event: 'wall', name: 'shop wall 30 s', total: 900, durationMs: 8000 })
    await bring('captured', {
      ...captured,
      event: 'cpu',
      name: 'shop: Alpha.find',
      hotMethod,
      total: 10,
      durationMs: 8000,
    })
    await bring('bytes', { name: 'no', createdAt: 4, total: 7, unit: 'bytes', service: 'shop', image: 'a' })
  })

  it('has captures where the event stands that its row tells of, in pages', async () => {
    expect(await rowsOf({ sort: 'time', order: 'asc' })).toBe('mid last captured bytes')
    // Alpha.find, which the row shows.
    expect(await rowsOf({ sort: 'name', order: 'asc' })).toBe('captured mid bytes last')
    expect(await rowsOf({ sort: 'name' })).toBe('last bytes mid captured')
    expect(await rowsOf({ sort: 'duration' })).toBe('last captured mid bytes')
    expect(await rowsOf({ sort: 'weight' })).toBe('mid captured last bytes')
    // Both events of the capture.
    expect((await rowsOf({ sort: 'size' })).split(' ')[0]).toBe('captured')
  })
  it('has captures without a hot method where their event stands by name', async () => {
    for (const [index, event] of ['wall', 'alloc', 'cpu', 'alloc'].entries()) {
      const captureId = `${index}`.repeat(32)
      const { id } = await save({ captureId, createdAt: 5 + index, event, name: `shop ${event} 30 s`, hotMethod: null })
      names.set(captureId, `${event}${index}`).set(id, event)
    }
    expect(await rowsOf({ sort: 'name', order: 'asc' })).toBe('alloc1 alloc3 captured cpu2 mid bytes wall0 last')
  })
  it.each(['name', 'service'] as const)('sorts by %s without regard to case and marks', async (field) => {
    const sorted = ['Äpfel', 'ärzte 1', 'Ärzte 2', 'ｂirne', 'éclair', 'Zebra', 'Ωmega', 'ωmega 2']
    for (const [index, text] of sorted.toReversed().entries()) {
      const { id } = await save({
        durationMs: null,
        hotMethod: null,
        createdAt: index,
        labels: ['sorted'],
        [field]: text,
      })
      names.set(id, text.replace(' ', '_'))
    }
    const expected = sorted.map((text) => text.replace(' ', '_'))
    expect(await rowsOf({ sort: field, order: 'asc', label: ['sorted'] })).toBe(expected.join(' '))
    expect(await rowsOf({ sort: field, order: 'desc', label: ['sorted'] })).toBe(expected.toReversed().join(' '))
  })
  it('tells a capture by the event that was asked for, with the others beside it', async () => {
    expect(await rowsOf({ sort: 'weight', q: 'perf', event: ['wall', 'alloc', 'lock'] })).toBe('captured')
    const { profiles, others, count } = await ask({ captures: true, sort: 'weight', event: ['wall'] })
    expect(profiles.map(({ event }) => event)).toEqual(['wall'])
    expect(others.map(({ event }) => event)).toEqual(['cpu'])
    expect(count).toBe(1)
  })
  it('is one of profiles where captures are not asked for', async () => {
    const { profiles, count } = await ask({ sort: 'weight', limit: 2 })
    expect(profiles.map(({ total }) => total)).toEqual([900, 20])
    expect(count).toBe(5)
  })
})

test('pages of any order hold the same profiles, each once', async () => {
  const random = createRandom(11)
  const any = (most: number) => Math.floor(random() * most)
  for (let index = 0; index < 40; index++) {
    const captureId = random() < 0.5 ? randomBytes(16).toString('hex') : null
    for (const event of captureId === null ? ['cpu'] : ['cpu', 'alloc', 'wall'].slice(0, 1 + any(3)))
      await save({
        ...{ captureId, event, createdAt: any(5), name: `p${any(9)}`, total: any(4) / 3, durationMs: any(3) / 7 },
        ...{ labels: random() < 0.5 ? ['x'] : [], service: ['Größe', 'grösse', '\u{1F525}', '\uFF21'][any(4)]! },
      })
  }
  for (const sort of librarySorts)
    for (const order of ['asc', 'desc'] as const)
      for (const more of [{}, { label: ['x'] }, { captures: true, label: ['x'], event: ['alloc', 'wall'] }]) {
        const every = (await ask({ ...more, limit: 500 })).profiles.map(({ id }) => id)
        const seen: string[] = []
        let after: string | null = null
        do {
          const page = await ask({ ...more, sort, order, limit: 7, after })
          seen.push(...page.profiles.map(({ id }) => id))
          after = page.next
        } while (after !== null)
        expect(seen.toSorted()).toEqual(every.toSorted())
      }
})

test('the browser and the database put profiles of the same moment in one order', async () => {
  for (let index = 0; index < 40; index++) await save({ createdAt: Math.floor(index / 10) })
  const { profiles } = await ask({ limit: 40 })
  const random = createRandom(5)
  const shuffled = [...profiles].sort(() => random() - 0.5)
  expect(applyProfileChanges(shuffled, new Map([[shuffled[0]!.id, { profile: shuffled[0]!, at: 1 }]]), 0)).toEqual(
    profiles,
  )
  expect(await store.profiles.list()).toEqual(profiles)
  expect((await store.services.timeline('shop', null)).profiles).toEqual(profiles)
})

test('the index that pages of the library are read off is in its order', () => {
  const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
  const columns = database.prepare('select name from pragma_index_info(?) order by seqno').all('profilesByTime')
  database.close()
  expect(columns.map(({ name }) => name)).toEqual(['deletedAt', ...libraryOrder.columns])
})

test('after any changes, every answer is what counting all profiles one by one gives', async () => {
  const random = createRandom(7)
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const anyProfile = (index: number): Partial<NewProfile> => ({
    name: `p${index}`,
    createdAt: index,
    service: oneOf(['shop', 'cart']),
    image: oneOf(['shop:1', 'shop:2', null]),
    host: oneOf(['node-1', 'node-2', null]),
    containerName: oneOf(['a', 'b', null]),
    engine: oneOf(['perf', 'jfr']),
    event: oneOf(['cpu', 'alloc']),
    createdBy: oneOf(['ada', 'bob']),
    labels: oneOf([[], ['x'], ['x', 'y']]),
  })
  const all = new Map<string, ProfileSummary>()
  const keep = (profile: ProfileSummary | null) => profile && all.set(profile.id, profile)
  for (let index = 0; index < 40; index++) keep(await save(anyProfile(index)))
  for (let turn = 0; turn < 60; turn++) {
    const { id } = oneOf([...all.values()])
    const deletedAt = oneOf([null, turn])
    keep(
      await oneOf([
        () => store.profiles.setDeleted(id, deletedAt),
        () => store.profiles.change(id, { labels: oneOf([['y'], []]) }),
        () => store.profiles.change(id, { service: oneOf(['shop', 'cart']) }),
      ])(),
    )
  }
  await store.profiles.purge(10)
  for (const [id, { deletedAt }] of all) if (deletedAt !== null && deletedAt < 10) all.delete(id)

  for (let turn = 0; turn < 40; turn++) {
    const query = libraryQuerySchema.parse({
      service: oneOf([[], ['shop']]),
      engine: oneOf([[], ['perf'], ['perf', 'jfr']]),
      label: oneOf([[], ['x'], ['x', 'y']]),
      q: oneOf(['', 'p1', 'alloc']),
      deleted: oneOf([false, false, true]),
    })
    const page = await store.library.page(query)
    expect(page.count).toBe(select([...all.values()], query).length)
    for (const facet of facets)
      expect([facet, asCounts(page.facets[facet])]).toEqual([facet, countByHand([...all.values()], query, facet)])
  }
})

function select(profiles: readonly ProfileSummary[], query: LibraryQuery): ProfileSummary[] {
  return profiles.filter(
    (profile) =>
      (profile.deletedAt !== null) === query.deleted &&
      facets.every(
        (facet) => query[facet].length === 0 || query[facet].some((one) => valuesOf(profile, facet).includes(one)),
      ) &&
      (query.q === '' || profile.name.includes(query.q) || profile.event.includes(query.q)),
  )
}

function countByHand(profiles: readonly ProfileSummary[], query: LibraryQuery, facet: Facet): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const profile of select(profiles, { ...query, [facet]: [] }))
    for (const value of valuesOf(profile, facet)) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

function valuesOf(profile: ProfileSummary, facet: Facet): string[] {
  if (facet === 'label') return profile.labels
  const value = profile[facetColumns[facet]]
  return value === null ? [] : [value]
}

const asCounts = (choices: readonly { value: string; count: number }[]) =>
  Object.fromEntries(choices.map(({ value, count }) => [value, count]))
