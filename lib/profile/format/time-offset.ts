const secondMs = 1000
const minuteMs = 60_000
const hourMs = 3_600_000

/** Distances of ticks that people count in. */
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12, 24, 48, 168].map((hours) => hours * hourMs),
]

/** In ms, the coarsest first: the digits that a moment can have. */
const exactness: readonly number[] = [secondMs, 100, 10]

/** Moments to label on an axis, in ms since the recording began: at most `most` of them. */
export function createTicks(fromMs: number, toMs: number, most: number): number[] {
  const wanted = (toMs - fromMs) / Math.max(1, most)
  let step = steps.find((one) => one >= wanted) ?? 168 * hourMs
  while (step < wanted) step *= 2
  const ticks: number[] = []
  for (let tick = Math.ceil(fromMs / step) * step; tick < toMs; tick += step) ticks.push(tick)
  return ticks
}

/**
 * A moment of a recording, exact to the cell: `12.34 s`, from a minute on `2:05.5`, from an hour on `1:02:03`.
 * `exactMs` is the distance of two neighbouring moments. `among` is the last moment beside which it stands: `0:05`
 * rather than `5 s` beside `2:05`.
 */
export function formatTimeOffset(ms: number, exactMs: number, among = ms): string {
  const digits = exactMs >= secondMs ? 0 : exactMs >= 100 ? 1 : exactMs >= 10 ? 2 : 3
  const inSeconds = (moment: number) => Number((Math.abs(moment) / secondMs).toFixed(digits))
  const sign = ms < 0 ? '-' : ''
  const rounded = inSeconds(ms)
  const largest = Math.max(rounded, inSeconds(among))
  if (largest < 60) return `${sign}${rounded.toFixed(digits)} s`
  const two = (part: number) => String(part).padStart(2, '0')
  const seconds = (rounded % 60).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0')
  const minutes = Math.floor(rounded / 60)
  if (largest < 3600) return `${sign}${minutes}:${seconds}`
  return `${sign}${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`
}

/**
 * `12.0 to 18.5 s`, `0:50 to 2:10`; as exact as both ends need where nothing else is asked for, at most to the
 * millisecond.
 */
export function formatTimeRange(
  [fromMs, toMs]: readonly [number, number],
  exactMs = exactness.find((step) => fromMs % step === 0 && toMs % step === 0) ?? 1,
): string {
  const from = formatTimeOffset(fromMs, exactMs, toMs)
  const to = formatTimeOffset(toMs, exactMs)
  return to.endsWith(' s') ? `${from.slice(0, -2)} to ${to}` : `${from} to ${to}`
}
