import type { Side } from './sandwich-graph.tsx'

/** Whether a half of a sandwich has the focus: the half of the next function, in its place, takes it over. */
export interface FocusKeeper {
  readonly hadFocus: () => boolean
  readonly onHasFocus: (hasFocus: boolean) => void
}

export function createFocusKeepers(): Readonly<Record<Side, FocusKeeper>> {
  let focused: Side | null = null
  const keeperOf = (side: Side): FocusKeeper => ({
    hadFocus: () => focused === side,
    onHasFocus(hasFocus) {
      focused = hasFocus ? side : null
    },
  })
  return { callers: keeperOf('callers'), callees: keeperOf('callees') }
}
