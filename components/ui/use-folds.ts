import { useMemo } from 'react'
import { useStored } from './browser-storage.ts'

/** More groups than this are not remembered: the one that was folded first opens again. */
const maxFolded = 200

export interface Folds {
  readonly isFolded: (group: string) => boolean
  readonly toggle: (group: string) => void
}

/** Which groups of a list are folded, remembered in this browser; none while `isOff`. The same object until that changes. */
export function useFolds(key: string, isOff: boolean): Folds {
  const [stored, store] = useStored(key)
  return useMemo(() => {
    const folded = readFolds(stored)
    return {
      isFolded: (group) => !isOff && folded.includes(group),
      toggle: (group) => {
        const others = folded.filter((one) => one !== group)
        store(JSON.stringify(others.length < folded.length ? others : [...others, group].slice(-maxFolded)))
      },
    }
  }, [stored, store, isOff])
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
