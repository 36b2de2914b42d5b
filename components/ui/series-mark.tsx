import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'

const seriesClasses = ['text-series-1', 'text-series-2', 'text-series-3', 'text-series-4', 'text-series-5'] as const
const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross] as const

/** So many series look different. */
export const mostSeries = seriesClasses.length * shapes.length

/**
 * The colour of each series. The first five differ in colour and shape, so those who cannot tell the colours apart see
 * the same.
 */
export function getSeriesClass(index: number): string {
  return seriesClasses[(index + Math.floor(index / shapes.length)) % seriesClasses.length]!
}

/** In the current colour, around the origin. `index`: of its shape. */
export function SeriesMark({ index }: { index: number }) {
  const shape = shapes[index % shapes.length]!
  return <path d={symbol(shape, 44)() ?? undefined} fill="currentColor" className="stroke-canvas" />
}

const dashes = [undefined, '6 4', '1.5 4', '10 3 2 3'] as const

/** How the line of a group of series is broken; the first is whole. */
export function getDash(index: number): string | undefined {
  return dashes[index % dashes.length]
}

/** For the legend of a chart whose groups of series differ in their lines and points. */
export function LineKey({ index }: { index: number }) {
  return (
    <svg width="30" height="12" aria-hidden className="shrink-0">
      <path d="M0 6h30" stroke="currentColor" strokeWidth="1.5" strokeDasharray={getDash(index)} />
      <g transform="translate(15,6)">
        <SeriesMark index={index} />
      </g>
    </svg>
  )
}

/** For the legend of a chart. */
export function SeriesKey({ index }: { index: number }) {
  return (
    <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden className={`shrink-0 ${getSeriesClass(index)}`}>
      <SeriesMark index={index} />
    </svg>
  )
}

/** For the legend of a chart whose points have the shape of their group: the colour alone. */
export function ColourKey({ index }: { index: number }) {
  return <span aria-hidden className={`size-3 shrink-0 rounded-sm bg-current ${getSeriesClass(index)}`} />
}
