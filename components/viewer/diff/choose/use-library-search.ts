'use client'
import { useEffect, useState } from 'react'
import type { ProfileSummary } from '../../../../lib/contract.ts'
import { callApi } from '../../../api/call-api.ts'

export interface LibrarySearch {
  /** null until the first answer. */
  readonly profiles: readonly ProfileSummary[] | null
  readonly problem: Error | null
}

const typingMs = 150

/** Profiles of the library, newest first, asked for as the query changes; nothing while it is null. */
export function useLibrarySearch(query: string | null): LibrarySearch {
  const [found, setFound] = useState<LibrarySearch & { readonly query: string | null }>({
    query: null,
    profiles: null,
    problem: null,
  })
  useEffect(() => {
    if (query === null) return
    const asking = new AbortController()
    const timer = setTimeout(() => {
      callApi(`/api/v1/profiles?${query}`, { answer: 'libraryPage', signal: asking.signal }).then(
        ({ profiles }) => setFound({ query, profiles, problem: null }),
        (error: unknown) => {
          if (!asking.signal.aborted) setFound({ query, profiles: null, problem: asError(error) })
        },
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [query])
  // What was found for a query before stays while the next one is under way.
  return query === null ? { profiles: null, problem: null } : found
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
