/** The pauses of the last stretch of a recording that may last a day, by two watches that take turns. */
import type { Mark, ProfileWarning } from '../../profile/model/profile.ts'
import type { PauseWatch } from './watch-pauses.ts'

export interface PauseWindow extends Disposable {
  /** To be called now and then. Units: CLOCK_MONOTONIC seconds. */
  tick(clockSeconds: number): void
  /** Nothing more is watched. Marks count from `clockOriginSeconds`; what ended before it is left out. */
  finish(clockOriginSeconds: number): { readonly marks: readonly Mark[]; readonly warnings: readonly ProfileWarning[] }
}

interface PausePeriod {
  readonly originSeconds: number
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
}

/** `windowSeconds` null: everything since the start. */
export function watchPauseWindow(
  open: () => PauseWatch,
  startSeconds: number,
  windowSeconds: number | null,
): PauseWindow {
  let before: PausePeriod | null = null
  let originSeconds = startSeconds
  let watch = open()
  watch.start(startSeconds)
  return {
    tick(clockSeconds) {
      if (windowSeconds === null || clockSeconds - originSeconds < windowSeconds) return
      before = { originSeconds, ...watch.stop() }
      watch = open()
      originSeconds = clockSeconds
      watch.start(clockSeconds)
    },
    finish(clockOriginSeconds) {
      const periods = [...(before ? [before] : []), { originSeconds, ...watch.stop() }]
      return {
        marks: periods.flatMap(({ originSeconds, marks }) => moved(marks, (originSeconds - clockOriginSeconds) * 1000)),
        warnings: periods.flatMap(({ warnings }) => warnings),
      }
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  }
}

function moved(marks: readonly Mark[], byMs: number): Mark[] {
  if (byMs === 0) return [...marks]
  return marks
    .map((mark) => ({ ...mark, fromMs: Math.max(0, mark.fromMs + byMs), toMs: mark.toMs + byMs }))
    .filter(({ toMs }) => toMs > 0)
}
