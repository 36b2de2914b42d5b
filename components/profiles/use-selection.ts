'use client'
import { useMemo, useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'

export type Selection = ReturnType<typeof useSelection>

/** Which rows are chosen; they stay chosen while other words are looked for. `shown` are the rows there are now. */
export function useSelection(shown: readonly ProfileSummary[]) {
  const [byId, setById] = useState<ReadonlyMap<string, ProfileSummary>>(new Map())
  const [last, setLast] = useState<string | null>(null)
  const [seen, setSeen] = useState(shown)
  // Only when other rows are shown than before: a list that the server makes anew shows older ones than `follow` until then.
  if (shown.length !== seen.length || shown.some((profile, index) => profile !== seen[index])) {
    setSeen(shown)
    setById(refreshSelection(byId, shown))
  }
  return useMemo(() => {
    const set = (profiles: readonly ProfileSummary[], isOn: boolean) => {
      const next = new Map(byId)
      for (const profile of profiles)
        if (isOn) next.set(profile.id, profile)
        else next.delete(profile.id)
      setById(next)
    }
    return {
      /** As they were last shown or followed. */
      chosen: [...byId.values()],
      has: (id: string) => byId.has(id),
      /** `range`: all rows from the one that was pressed last, as with Shift held. */
      toggle(profile: ProfileSummary, isOn: boolean, range: boolean): void {
        const from = range ? shown.findIndex(({ id }) => id === last) : -1
        const to = shown.findIndex(({ id }) => id === profile.id)
        set(from < 0 ? [profile] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), isOn)
        setLast(profile.id)
      },
      toggleAll: (isOn: boolean) => set(shown, isOn),
      clear: () => setById(new Map()),
      /** What the server has just said: of chosen rows that are not shown nothing else is known. */
      follow: (changed: readonly ProfileSummary[]) => setById((chosen) => refreshSelection(chosen, changed)),
    }
  }, [byId, last, shown])
}

/** The same profiles as they are now, as far as `current` tells; the same map when it tells nothing new. */
export function refreshSelection(
  known: ReadonlyMap<string, ProfileSummary>,
  current: readonly ProfileSummary[],
): ReadonlyMap<string, ProfileSummary> {
  const newer = current.filter((profile) => (known.get(profile.id) ?? profile) !== profile)
  return newer.length === 0 ? known : new Map([...known, ...newer.map((profile) => [profile.id, profile] as const)])
}
