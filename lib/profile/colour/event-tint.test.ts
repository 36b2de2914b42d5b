import { describe, expect, it } from 'vitest'
import { frameColour, type Theme } from './colour.ts'
import { frameKinds } from '../model/profile.ts'
import { contrast } from '../../testing/profiles/colour-contrast.ts'
import { getBackground, getEventTint } from './event-tint.ts'

describe('the background of an event', () => {
  it.each([
    ['cpu', ['cpu', 'cpu-clock', 'cycles:u', 'task-clock', 'itimer', 'jdk.ExecutionSample']],
    ['off-cpu', ['off-cpu', 'offcpu', 'wall', 'sched:sched_switch', 'block:block_rq_issue', 'syscalls:sys_enter_read']],
    ['alloc', ['alloc', 'jdk.ObjectAllocationInNewTLAB', 'malloc', 'page-faults', 'inuse_space']],
    ['lock', ['lock', 'jdk.JavaMonitorEnter', 'syscalls:sys_enter_futex', 'mutex', 'contentions']],
  ])('is the same for all events like %s', (kind, events) => {
    for (const event of events) expect(getEventTint(event, 'light')).toBe(getEventTint(kind, 'light'))
  })

  it('differs between kinds of events in both themes', () => {
    for (const theme of ['light', 'dark'] as const) {
      expect(new Set(['cpu', 'wall', 'alloc', 'lock'].map((event) => getEventTint(event, theme))).size).toBe(4)
    }
  })

  it('keeps names readable, on faded boxes too', () => {
    for (const theme of ['light', 'dark'] as const) {
      for (const event of ['cpu', 'wall', 'alloc', 'lock']) {
        const background = getEventTint(event, theme)!
        for (const kind of frameKinds) {
          // The opacities of paint-boxes and paint-labels: unmatched, above the zoomed frame, and both.
          for (const alpha of [0.45, 0.5, 0.225]) {
            const box = mixed(hexOf(frameColour('kind', kind, 'a', theme)), background, alpha)
            expect(contrast(mixed(ink[theme], box, 0.8), box)).toBeGreaterThan(4.5)
          }
        }
      }
    }
  })

  it('is that of the page for an unknown event', () => {
    expect(getEventTint('cache-misses', 'light')).toBeNull()
    const theme = { mode: 'light', background: 'white' } as const
    expect(getBackground({ event: 'cache-misses', theme })).toBe('white')
  })
})

const ink: Record<Theme, string> = { light: '#19191c', dark: '#ededef' }

/** The colour of a translucent colour over another one. */
function mixed(over: string, under: string, alpha: number): string {
  const channel = (css: string, at: number) => parseInt(css.slice(at, at + 2), 16)
  const mix = (at: number) => Math.round(channel(over, at) * alpha + channel(under, at) * (1 - alpha))
  return `#${[1, 3, 5].map((at) => mix(at).toString(16).padStart(2, '0')).join('')}`
}

function hexOf(css: string): string {
  if (css.startsWith('#')) return css
  return `#${css
    .match(/\d+/g)!
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`
}
