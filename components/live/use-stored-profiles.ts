'use client'
import { useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { useLibraryChange } from './use-live.tsx'

/** How long after the first of several changes of the library the profiles are asked for anew. */
const profileRefreshAfterMs = 500

/** Profiles as they are now in the library, where others, or another tab, may change and delete them. */
export function useStoredProfiles(initial: readonly ProfileSummary[]) {
  const [profiles, setProfiles] = useState(initial)
  const [goneIds, setGoneIds] = useState<ReadonlySet<string>>(new Set())
  const set = (changed: ProfileSummary) =>
    setProfiles((before) => before.map((profile) => (profile.id === changed.id ? changed : profile)))
  const setGone = (id: string, isGone: boolean) =>
    setGoneIds((before) => new Set([...[...before].filter((one) => one !== id), ...(isGone ? [id] : [])]))
  // When a hidden tab connects again, that counts as a change of all.
  useLibraryChange(() => {
    for (const { id } of profiles)
      callApi(`/api/v1/profiles/${id}`, { answer: 'profileSummary' }).then(
        (profile) => {
          set(profile)
          setGone(id, false)
        },
        (error: unknown) => setGone(id, asProblem(error).code === 'not-found'),
      )
  }, profileRefreshAfterMs)
  const deleted = profiles.filter(({ id, deletedAt }) => deletedAt !== null || goneIds.has(id))
  return {
    profiles,
    set,
    /** Those that are in the trash, or gone. */
    deleted,
    /** Whether one was deleted for good: it cannot be restored. */
    isGone: goneIds.size > 0,
    /** Restores all that are in the trash. Throws: Problem. */
    restore: async (): Promise<readonly ProfileSummary[]> => {
      const restored: ProfileSummary[] = []
      for (const { id } of deleted) {
        const profile = await callApi(`/api/v1/profiles/${id}/restore`, { method: 'POST', answer: 'profileSummary' })
        set(profile)
        restored.push(profile)
      }
      return restored
    },
  }
}

export type StoredProfiles = ReturnType<typeof useStoredProfiles>
