import { useMemo } from 'react'
import { useStored } from './browser-storage.ts'

/** At most this many folded groups are stored. One more makes the oldest open again. */
const maxFolded = 200

export interface Folds {
  readonly isFolded: (group: string) => boolean
  readonly toggle: (group: string) => void
}

/**
 * Which groups of a list are folded, stored in this browser. While `opensAll` is true, as where a filter is set, every
 * group is open. The object is the same until the stored groups or `opensAll` change.
 */
export function useFolds(key: string, opensAll: boolean): Folds {
  const [stored, store] = useStored(key)
  return useMemo(() => {
    const folded = readFolds(stored)
    return {
      isFolded: (group) => !opensAll && folded.includes(group),
      toggle: (group) => {
        const others = folded.filter((one) => one !== group)
        store(JSON.stringify(others.length < folded.length ? others : [...others, group].slice(-maxFolded)))
      },
    }
  }, [stored, store, opensAll])
}

/** From a JSON array of strings; none for anything else. */
export function readFolds(stored: string | null): readonly string[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
