import { mostPerPage } from '../../lib/contract/constants.ts'
import { pageLength } from '../../lib/contract/library-query.ts'
import type { LibraryPage, LibraryQuery } from '../../lib/contract/library.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { asProblem } from '../api/as-problem.ts'
import type { ShownProblem } from '../problem-view.tsx'
import { createStore } from '../ui/store.ts'
import { type CaptureRow, groupByCapture } from './capture-rows.ts'

/** The part of the library that a page shows. */
interface LibraryState {
  /** Asked last. */
  readonly query: LibraryQuery
  /** Of which `page` is the answer: `query` is a moment ahead. */
  readonly answered: LibraryQuery
  readonly page: LibraryPage
  /** Of `page`, with what the API has answered since. */
  readonly rows: readonly CaptureRow[]
  readonly isLoading: boolean
  readonly problem: ShownProblem | null
}

/** Gives a part of an answer. Throws: Problem; the reason of `signal`. */
type FetchLibrary = (
  query: LibraryQuery,
  part: Pick<LibraryQuery, 'limit' | 'after' | 'choices'>,
  signal: AbortSignal,
) => Promise<LibraryPage>

const none: ReadonlyMap<string, ProfileSummary> = new Map()

/** Asks for the library, one question at a time: a newer one takes the place of the last. */
export function createShownLibrary(sent: { query: LibraryQuery; page: LibraryPage }, fetchLibrary: FetchLibrary) {
  const { query, page } = sent
  const { get, set, subscribe } = createStore<LibraryState>({
    ...{ query, answered: query, page, rows: listRows(page, none, query.deleted) },
    ...{ isLoading: false, problem: null },
  })
  let own = none
  let running: AbortController | null = null
  /** Rows that a refresh asks for. */
  let length = get().rows.length

  const update = (more: Partial<LibraryState>) => set({ ...get(), ...more })

  function show(answered: LibraryQuery, page: LibraryPage, changes: typeof own): void {
    own = changes
    const rows = listRows(page, own, answered.deleted)
    length = rows.length
    update({ answered, page, rows })
  }

  async function load(asked = get().query, after: LibraryPage | null = null): Promise<void> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    const { signal } = controller
    update({ query: asked, isLoading: true })
    try {
      const limit = after ? pageLength : Math.min(Math.max(length, pageLength), mostPerPage)
      const found = await fetchLibrary(asked, { limit, after: after?.next ?? null, choices: false }, signal)
      // An answer that was here when it was aborted is not taken back.
      if (signal.aborted) return
      const { facets } = get().page
      const profiles = [...(after?.profiles ?? []), ...found.profiles]
      const others = [...(after?.others ?? []), ...found.others]
      show(asked, { ...found, facets, profiles, others }, after ? own : none)
      update({ problem: null })
      if (!after) {
        // The profiles do not wait until all that could be chosen besides is counted.
        const counted = await fetchLibrary(asked, { limit: 1, after: null, choices: true }, signal)
        if (signal.aborted) return
        update({ page: { ...get().page, facets: counted.facets } })
      }
    } catch (error) {
      if (signal.aborted) return
      update({ problem: asProblem(error) })
    }
    update({ isLoading: false })
  }

  return {
    get,
    subscribe,
    /** Asks for what was asked last, or for `asked`. */
    refresh: (asked?: LibraryQuery) => void load(asked),
    /** Asks for the beginning of another answer. */
    ask: (asked: LibraryQuery) => {
      length = pageLength
      void load(asked)
    },
    more: () => {
      length += pageLength // a refresh that overtakes it asks for as much
      const { query, answered, page } = get()
      // After a question that failed, the page is still of the one before.
      void load(query, query === answered ? page : null)
    },
    /** What an answer of the API has just said, until the page is asked for again. */
    note: (changed: readonly ProfileSummary[]) => {
      const { answered, page } = get()
      show(answered, page, new Map([...own, ...changed.map((profile) => [profile.id, profile] as const)]))
    },
  }
}

function listRows(
  { profiles, others }: LibraryPage,
  changes: ReadonlyMap<string, ProfileSummary>,
  showsDeleted: boolean,
): readonly CaptureRow[] {
  return groupByCapture(applyChanges(profiles, changes, showsDeleted), applyChanges(others, changes, showsDeleted))
}

/** A list with changes laid over it that the server has confirmed, so that a user sees at once what was just done. */
export function applyChanges(
  listed: readonly ProfileSummary[],
  changes: ReadonlyMap<string, ProfileSummary>,
  showsDeleted: boolean,
): readonly ProfileSummary[] {
  if (changes.size === 0) return listed
  return listed
    .map((profile) => changes.get(profile.id) ?? profile)
    .filter(({ deletedAt }) => (deletedAt !== null) === showsDeleted)
}
