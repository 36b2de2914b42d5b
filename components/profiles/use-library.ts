'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { LibraryPage, LibraryQuery } from '../../lib/contract/library.ts'
import { mostPerPage } from '../../lib/contract/constants.ts'
import { readLibraryQuery, writeLibraryQuery } from '../../lib/contract/library-query.ts'
import { callApi } from '../api/call-api.ts'
import { useLibraryChange } from '../live/use-live.tsx'
import { type CaptureRow, groupByCapture } from './capture-rows.ts'
import { createShownLibrary } from './shown-library.ts'

/** A larger answer cannot be selected as a whole: a change of so many takes seconds. */
export const mostSelected = 5000
/** Others change profiles too: what they do is asked for this much later, once for all that came meanwhile. */
const libraryRefreshAfterMs = 400

/** The part of the library that was asked for, kept current, however large the library is. */
export function useLibrary(sent: { query: LibraryQuery; page: LibraryPage }) {
  const [{ get, subscribe, refresh, ask, more, note }] = useState(() => createShownLibrary(sent, fetchLibrary))
  const state = useSyncExternalStore(subscribe, get, get)
  useLibraryChange(() => refresh(), libraryRefreshAfterMs)
  useEffect(() => {
    // Back to this page, the address says what was asked last, and what the page was made with may be older.
    const asked = readAddress(sent.query)
    if (toAddress(asked) === toAddress(sent.query) && sent.query.choices) return
    queueMicrotask(() => refresh(asked))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is alive
  }, [])

  return {
    ...state,
    change: (changed: Partial<LibraryQuery>) => {
      const asked = { ...get().query, ...changed, after: null }
      window.history.replaceState(null, '', toAddress(asked))
      ask(asked)
    },
    more,
    note,
    /** Every row of the answer, on this page or not; of more than `mostSelected` profiles the first ones. */
    loadRows: () => fetchRows(state.answered),
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
