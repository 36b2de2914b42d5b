import type { Trend, TrendPoint } from '../../lib/contract/trend.ts'
import type { TrendView } from '../links/trend-view.ts'

/**
 * The profiles of one engine, for one function: a line. Another engine sees other frames, which is no change of the
 * program.
 */
export interface TrendSeries {
  readonly name: string
  /** Index in `functions`, which decides its colour. */
  readonly index: number
  readonly engine: string
  /** Oldest first. */
  readonly points: readonly TrendPoint[]
}

/** In the order of their first profiles. */
export function listEngines({ points }: Pick<Trend, 'points'>): string[] {
  return [...new Set(points.map(({ profile }) => profile.engine))]
}

/** Lists series by function, then by engine. */
export function listSeries(trend: Pick<Trend, 'functions' | 'points'>): TrendSeries[] {
  const engines = listEngines(trend)
  return trend.functions.flatMap((name, index) =>
    engines.map((engine) => ({
      ...{ name, index, engine },
      points: trend.points.filter(({ profile }) => profile.engine === engine),
    })),
  )
}

/** Those with the same shares at all points, itself too: on one line, the last would hide the others. */
export function listEqual(all: readonly TrendSeries[], series: TrendSeries, kind: TrendView['kind']): TrendSeries[] {
  const { index, engine, points } = series
  return all.filter(
    (other) =>
      other.engine === engine &&
      points.every(({ shares }) => shares[other.index]?.[kind].share === shares[index]?.[kind].share),
  )
}
