import { vi } from 'vitest'

export interface Frames {
  /** Paints a frame at each of these times, in milliseconds. */
  run(...times: number[]): void
  /** Callbacks that wait for the next frame. */
  waiting(): number
}

/** Stands in for the browser's frames and its wish for less motion, until vi.unstubAllGlobals. */
export function stubFrames({ reducedMotion = false } = {}): Frames {
  let next = 1
  const callbacks = new Map<number, (now: number) => void>()
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => {
    callbacks.set(next, callback)
    return next++
  })
  vi.stubGlobal('cancelAnimationFrame', (request: number) => callbacks.delete(request))
  return {
    run(...times) {
      for (const now of times) {
        const due = [...callbacks.values()]
        callbacks.clear()
        for (const callback of due) callback(now)
      }
    },
    waiting: () => callbacks.size,
  }
}
