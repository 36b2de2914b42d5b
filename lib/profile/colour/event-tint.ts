import type { Theme } from './colour.ts'

/**
 * The graph's background by the kind of event, so that time spent waiting is not taken for time spent computing.
 * flamegraph.pl does the same: cream, blue, green. Ink stays readable on each of them, as they are within a few steps
 * of the page's own background.
 */
const tints: Readonly<Record<'cpu' | 'waiting' | 'allocation' | 'lock', Record<Theme, string>>> = {
  cpu: { light: '#fffcf3', dark: '#171512' },
  waiting: { light: '#f3f8ff', dark: '#10161e' },
  allocation: { light: '#f3fbf2', dark: '#111812' },
  lock: { light: '#faf4ff', dark: '#18131e' },
}

// Names of events in perf, async-profiler, JFR, bpftrace and pprof. Locks come first, as they are waited for too;
// `clock` and `block` are none.
const patterns: readonly (readonly [RegExp, keyof typeof tints])[] = [
  [/(?<![cb])lock|monitor|mutex|contention|futex|\bpark/i, 'lock'],
  [/alloc|malloc|heap|tlab|mmap|page-fault|inuse/i, 'allocation'],
  [/off-?cpu|wall|sched[_:]|switch|\bblock|wait|sleep|\bio\b|syscall/i, 'waiting'],
  [/cpu|cycles|clock|itimer|ctimer|instructions|\bsamples?\b|execution/i, 'cpu'],
]

/** The css background for an event, null for one of no kind that we know. */
export function getEventTint(event: string, theme: Theme): string | null {
  const kind = patterns.find(([pattern]) => pattern.test(event))?.[1]
  return kind === undefined ? null : tints[kind][theme]
}

export function getBackground({
  event,
  theme,
}: {
  event: string
  theme: { readonly mode: Theme; readonly background: string }
}): string {
  return getEventTint(event, theme.mode) ?? theme.background
}
