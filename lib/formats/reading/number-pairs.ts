import { createNumberQueue } from './number-queue.ts'

/**
 * Two lists of numbers that belong together by their order, whichever of them stands first in the file: that one waits,
 * packed.
 */
export function createNumberPairs(onPair: (first: number, second: number) => void) {
  const firsts = createNumberQueue()
  const seconds = createNumberQueue()
  let paired = 0
  return {
    addFirst: (first: number): void => {
      if (seconds.length === 0) firsts.add(first)
      else emit(first, seconds.take())
    },
    addSecond: (second: number): void => {
      if (firsts.length === 0) seconds.add(second)
      else emit(firsts.take(), second)
    },
    /** How many there were of each. */
    get firsts(): number {
      return paired + firsts.length
    },
    get seconds(): number {
      return paired + seconds.length
    },
    /** The firsts that are left, which no second came to, are paired with NaN. */
    end(): void {
      while (firsts.length > 0) emit(firsts.take(), Number.NaN)
    },
  }

  function emit(first: number, second: number): void {
    paired++
    onPair(first, second)
  }
}
