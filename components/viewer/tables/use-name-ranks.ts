'use client'
import { useEffect, useState } from 'react'
import { rankNames } from '../../../lib/profile/name-ranks.ts'
import type { FrameNames } from '../worker/tree-messages.ts'

/** Longest time that the page stands still for it. */
const sliceMs = 8

/** The place of each frame when all are sorted by name; null until it is `isWanted` and known. */
export function useNameRanks({ frames, strings }: FrameNames, isWanted: boolean): Int32Array | null {
  const [known, setKnown] = useState<{ of: FrameNames['frames']; ranks: Int32Array } | null>(null)
  const isKnown = known?.of === frames
  useEffect(() => {
    if (!isWanted || isKnown) return
    const steps = rankNames(Array.from(frames.name, (name) => strings[name]!))
    let timer: ReturnType<typeof setTimeout>
    const work = () => {
      const until = performance.now() + sliceMs
      while (performance.now() < until) {
        const { done, value } = steps.next()
        if (done) {
          setKnown({ of: frames, ranks: value })
          return
        }
      }
      timer = setTimeout(work)
    }
    timer = setTimeout(work)
    return () => clearTimeout(timer)
  }, [frames, strings, isWanted, isKnown])
  return isKnown ? known.ranks : null
}
