'use client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { LibraryPage, LibraryQuery } from '../../lib/contract/library.ts'
import { mostPerPage } from '../../lib/contract/constants.ts'
import { pageLength, readLibraryQuery, writeLibraryQuery } from '../../lib/contract/library-query.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { useLibraryChange } from '../live/use-live.tsx'
import type { ShownProblem } from '../problem-view.tsx'
import { type CaptureRow, groupByCapture } from './capture-rows.ts'

/** A larger answer cannot be selected as a whole: a change of so many takes seconds. */
export const mostSelected = 5000
/** Others change profiles too: what they do is asked for this much later, once for all that came meanwhile. */
const libraryRefreshAfterMs = 400

/** The part of the library that was asked for, kept current, however large the library is. */
export function useLibrary(sent: { query: LibraryQuery; page: LibraryPage }) {
  const [query, setQuery] = useState(sent.query)
  /** With the query that it answers: `query` is asked a moment earlier. */
  const [{ page, answered }, setAnswer] = useState({ page: sent.page, answered: sent.query })
  const [own, setOwn] = useState<ReadonlyMap<string, ProfileSummary>>(new Map())
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<ShownProblem | null>(null)
  const running = useRef<AbortController | null>(null)
  const rows = useMemo(
    () =>
      groupByCapture(applyChanges(page.profiles, own, query.deleted), applyChanges(page.others, own, query.deleted)),
    [page, own, query.deleted],
  )
  const length = useRef(rows.length)
  useEffect(() => {
    length.current = rows.length
  }, [rows])

  const load = useCallback(async (asked: LibraryQuery, after: LibraryPage | null = null) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setQuery(asked)
    setIsLoading(true)
    try {
      const { signal } = controller
      const limit = after ? pageLength : Math.min(Math.max(length.current, pageLength), mostPerPage)
      const next = after?.next ?? null
      const found = await fetchLibrary(asked, { limit, after: next, choices: false }, signal)
      setAnswer(({ page: { facets } }) => ({
        answered: asked,
        page: {
          ...found,
          facets,
          profiles: [...(after?.profiles ?? []), ...found.profiles],
          others: [...(after?.others ?? []), ...found.others],
        },
      }))
      if (!after) setOwn(new Map())
      setProblem(null)
      // The profiles do not wait until all that could be chosen besides is counted.
      if (after) return setIsLoading(false)
      const { facets } = await fetchLibrary(asked, { limit: 1, after: null, choices: true }, signal)
      setAnswer((shown) => ({ ...shown, page: { ...shown.page, facets } }))
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(asProblem(error))
    }
    if (running.current === controller) setIsLoading(false)
  }, [])

  const change = useCallback(
    (more: Partial<LibraryQuery>) => {
      const asked = { ...query, ...more, after: null }
      length.current = pageLength
      window.history.replaceState(null, '', toAddress(asked))
      void load(asked)
    },
    [load, query],
  )

  useLibraryChange(() => void load(query), libraryRefreshAfterMs)
  useEffect(() => {
    // Back to this page, the address says what was asked last, and what the page was made with may be older.
    const asked = readAddress(sent.query)
    if (toAddress(asked) === toAddress(sent.query) && sent.query.choices) return
    queueMicrotask(() => void load(asked))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is alive
  }, [])

  return {
    query,
    answered,
    page,
    rows,
    isLoading,
    problem,
    change,
    more: () => {
      length.current += pageLength // a refresh that overtakes it asks for as much
      void load(query, page)
    },
    /**
     * Every row that was asked for, on this page or not; of a library of more than `mostSelected` profiles the first
     * ones.
     */
    loadRows: () => fetchRows(query),
    /** What an answer of the API has just said, until the page is asked for again. */
    note: (changed: readonly ProfileSummary[]) =>
      setOwn((known) => new Map([...known, ...changed.map((profile) => [profile.id, profile] as const)])),
  }
}

function fetchLibrary(
  query: LibraryQuery,
  { limit, after, choices }: Pick<LibraryQuery, 'limit' | 'after' | 'choices'>,
  signal: AbortSignal,
): Promise<LibraryPage> {
  const params = writeLibraryQuery(query)
  params.set('captures', '1')
  params.set('limit', String(limit))
  params.set('choices', choices ? '1' : '0')
  if (after !== null) params.set('after', after)
  return callApi(`/api/v1/profiles?${params.toString()}`, { answer: 'libraryPage', signal })
}

/** Gives all rows of an answer. Throws: Problem. */
async function fetchRows(query: LibraryQuery): Promise<readonly CaptureRow[]> {
  const { signal } = new AbortController() // which nothing aborts: a person has pressed for all of them
  const pages: LibraryPage[] = []
  let after: string | null = null
  let count = 0
  do {
    const page: LibraryPage = await fetchLibrary(query, { limit: mostPerPage, after, choices: false }, signal)
    pages.push(page)
    after = page.next
    count += page.profiles.length
  } while (after !== null && count < mostSelected)
  return groupByCapture(
    pages.flatMap(({ profiles }) => profiles),
    pages.flatMap(({ others }) => others),
  )
}

function toAddress(query: LibraryQuery): string {
  const asked = writeLibraryQuery(query).toString()
  return asked === '' ? '/profiles' : `/profiles?${asked}`
}

function readAddress(otherwise: LibraryQuery): LibraryQuery {
  try {
    return readLibraryQuery(new URLSearchParams(window.location.search))
  } catch (error) {
    console.error('what the address asks for is not valid', error)
    return otherwise
  }
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
