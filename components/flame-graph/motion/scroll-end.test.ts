import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followScrollEnd } from './row-scroll.ts'

function follow({ knowsEnd = true, isByHand = true } = {}) {
  const container = Object.assign(new EventTarget(), knowsEnd ? { onscrollend: null } : {}) as unknown as HTMLElement
  const seen: string[] = []
  const stop = followScrollEnd(
    container,
    () => isByHand,
    () => seen.push('scroll'),
    () => seen.push('end'),
  )
  return { seen, stop, send: (type: string) => container.dispatchEvent(new Event(type)) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the end of a scroll', () => {
  it('comes when the browser says so', () => {
    const { seen, send } = follow()
    send('scroll')
    send('scroll')
    vi.advanceTimersByTime(1000)
    send('scrollend')
    expect(seen).toEqual(['scroll', 'scroll', 'end'])
  })

  it('comes a while after the last scroll in a browser that does not say', () => {
    const { seen, send } = follow({ knowsEnd: false })
    send('scroll')
    vi.advanceTimersByTime(100)
    send('scroll')
    vi.advanceTimersByTime(100)
    expect(seen).toEqual(['scroll', 'scroll'])
    vi.advanceTimersByTime(100)
    expect(seen).toEqual(['scroll', 'scroll', 'end'])
  })

  it('does not come for what the program scrolled', () => {
    const { seen, send } = follow({ isByHand: false })
    send('scroll')
    send('scrollend')
    expect(seen).toEqual([])
  })

  it('does not come after the end', () => {
    const { seen, send, stop } = follow({ knowsEnd: false })
    send('scroll')
    stop()
    vi.advanceTimersByTime(1000)
    expect(seen).toEqual(['scroll'])
  })
})
