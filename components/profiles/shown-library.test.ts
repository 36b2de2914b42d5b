import { expect, it } from 'vitest'
import type { LibraryPage, LibraryQuery } from '../../lib/contract/library.ts'
import { wholeLibrary } from '../../lib/contract/library-query.ts'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { waitUntil } from '../../lib/testing/wait-until.ts'
import { createShownLibrary } from './shown-library.ts'

const [one, second, third] = ['1', '2', '3'].map((digit) => sampleSummary({ id: digit.repeat(32) }))
const pageOf = (profiles: LibraryPage['profiles'], more: Partial<LibraryPage> = {}): LibraryPage => ({
  ...{ profiles, others: [], count: profiles.length, bytes: 0, next: null, facets: {} as LibraryPage['facets'] },
  ...more,
})

/** A library that answers when the test says so, also what was aborted meanwhile. */
function heldLibrary(page: LibraryPage) {
  const asked: (PromiseWithResolvers<LibraryPage> & { query: LibraryQuery; choices: boolean })[] = []
  const store = createShownLibrary({ query: wholeLibrary, page }, (query, { choices }) => {
    const held = { ...Promise.withResolvers<LibraryPage>(), query, choices }
    asked.push(held)
    return held.promise
  })
  return { asked, ...store, ids: () => store.get().rows.flatMap(({ events }) => events.map(({ id }) => id)) }
}

it('a change stays in the list that is shown until the trash has answered, which is then shown', async () => {
  const { asked, get, ask, note, ids } = heldLibrary(pageOf([one!, second!]))
  note([{ ...one!, pinned: true }])
  ask({ ...wholeLibrary, deleted: true })
  expect(ids()).toEqual([one!.id, second!.id])
  expect(get()).toMatchObject({ isLoading: true, query: { deleted: true }, answered: { deleted: false } })
  const deleted = { ...third!, deletedAt: 5 }
  asked[0]!.resolve(pageOf([deleted]))
  await waitUntil('the trash has answered', () => get().answered.deleted)
  expect(ids()).toEqual([third!.id])
  note([{ ...deleted, deletedAt: null }])
  ask(wholeLibrary)
  expect(ids()).toEqual([])
})

it('an answer that comes after a newer question changes nothing, and the newer one is still waited for', async () => {
  const { asked, get, ask, more, ids } = heldLibrary(pageOf([one!], { count: 2, next: 'a' }))
  more()
  ask({ ...wholeLibrary, q: 'shop' })
  asked[0]!.resolve(pageOf([second!]))
  await asked[0]!.promise
  await Promise.resolve()
  expect(ids()).toEqual([one!.id])
  expect(get().isLoading).toBe(true)
  asked[1]!.resolve(pageOf([third!]))
  await waitUntil('the choices are asked for', () => asked.length === 3)
  expect(ids()).toEqual([third!.id])
  expect(get()).toMatchObject({ isLoading: true, answered: { q: 'shop' } })
  const facets = { service: [{ value: 'shop', count: 1 }] } as LibraryPage['facets']
  asked[2]!.resolve(pageOf([], { facets }))
  await waitUntil('all is here', () => !get().isLoading)
  expect(get().page).toMatchObject({ profiles: [third], facets })
})

it('more of an answer stands behind what is there, and a failure says why and keeps it', async () => {
  const { asked, get, more, refresh, ids } = heldLibrary(pageOf([one!], { count: 2, next: 'a' }))
  more()
  asked[0]!.resolve(pageOf([second!]))
  await waitUntil('all is here', () => !get().isLoading)
  expect(ids()).toEqual([one!.id, second!.id])
  refresh()
  asked[1]!.reject(new Error('refused'))
  await waitUntil('it failed', () => get().problem !== null)
  expect(get()).toMatchObject({ isLoading: false, problem: { code: 'Error' } })
  expect(ids()).toEqual([one!.id, second!.id])
})

it('more after a question that failed is not added to the answer of another question', async () => {
  const { asked, get, ask, more, ids } = heldLibrary(pageOf([one!], { count: 2, next: 'a' }))
  ask({ ...wholeLibrary, q: 'shop' })
  asked[0]!.reject(new Error('refused'))
  await waitUntil('it failed', () => get().problem !== null)
  more()
  asked[1]!.resolve(pageOf([third!]))
  await waitUntil('the choices are asked for', () => asked.length === 3)
  expect(ids()).toEqual([third!.id])
})
