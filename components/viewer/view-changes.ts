import { type ViewState } from '../../lib/profile/view.ts'

/** What another tree starts with: the paths of this one are not in it. */
const fromTheTop = { zoom: [], selected: [], range: null } as const

export function invert({ invert: isInverted }: ViewState): Partial<ViewState> {
  return { invert: !isInverted, ...fromTheTop }
}

export function splitByThread({ byThread }: ViewState): Partial<ViewState> {
  return { byThread: !byThread, ...fromTheTop }
}

export function turn({ orientation }: ViewState): Partial<ViewState> {
  return { orientation: orientation === 'flame' ? 'icicle' : 'flame' }
}

/** Only these threads; all when the list is empty. The zoom stays as far as they know its path. */
export function keepThreads({ filters }: ViewState, threads: readonly string[]): Partial<ViewState> {
  const others = filters.filter(({ type }) => type !== 'threads')
  return { filters: threads.length === 0 ? others : [...others, { type: 'threads', threads: [...threads] }] }
}

export function keptThreads({ filters }: ViewState): string[] {
  return filters.flatMap((filter) => (filter.type === 'threads' ? filter.threads : []))
}
