/** The event that a title or a name of another profiler tells of: cpu where it tells of none. */
const titles: readonly (readonly [RegExp, string])[] = [
  [/live|inuse/i, 'live-heap'],
  [/alloc/i, 'alloc'],
  [/\block|mutex|contention/i, 'lock'],
  [/wall/i, 'wall'],
  [/native|malloc/i, 'native-memory'],
]

export function guessEvent(title: string): string {
  return titles.find(([pattern]) => pattern.test(title))?.[1] ?? 'cpu'
}
