import type { NumberValue, ScaleTime } from 'd3-scale'
import { dayMs, minuteMs } from '../../lib/contract/constants.ts'

/** CSS pixels that a date below a chart takes at least, and where there would be one date alone. */
const dateTickPx = 120
const closeTickPx = 72

/** A trend that is shorter has seconds at its ticks, one that is longer years. */
const secondsBelowMs = 5 * minuteMs
const yearsAboveMs = 330 * dayMs

type Format = (at: Date | NumberValue) => string

/** The moments to label below a chart over days, two at least where they fit, and their texts. */
export function createDateTicks(x: ScaleTime<number, number>, widthPx: number): { ticks: Date[]; format: Format } {
  const among = (px: number) => x.ticks(Math.max(2, Math.floor(widthPx / px)))
  const gapOf = ([first, second]: readonly Date[]) => (first && second ? x(second) - x(first) : 0)
  const thin = (all: readonly Date[]) => all.filter((_, index) => index % Math.ceil(closeTickPx / gapOf(all)) === 0)
  const fits = (all: readonly Date[]) => gapOf(all) >= closeTickPx
  // From 6 hours to 12, or from 1 minute to 5, is a large step.
  const ticks = [among(dateTickPx), among(closeTickPx)].find(fits) ?? thin(among(closeTickPx / 3))
  return { ticks, format: createFormat(x, ticks) }
}

/** In UTC like every time on the page; midnight shows as its day, and so does the first tick where days differ. */
function createFormat(x: ScaleTime<number, number>, ticks: readonly Date[]): Format {
  const [from, to] = x.domain().map(Number) as [number, number]
  const format = (specifier: string) => x.tickFormat(0, specifier) as Format
  if (to - from < secondsBelowMs) return format('%H:%M:%S')
  if (to - from > yearsAboveMs) return format('%Y-%m-%d')
  const [dayFormat, timeFormat] = [format('%b %-d'), format('%H:%M')]
  const dayOf = (at: number) => Math.floor(at / dayMs)
  return (at) => {
    if (Number(at) % dayMs === 0) return dayFormat(at)
    const isDated = dayOf(from) !== dayOf(to) && Number(at) === Number(ticks[0])
    return isDated ? `${dayFormat(at)}, ${timeFormat(at)}` : timeFormat(at)
  }
}
