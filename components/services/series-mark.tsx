import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'

/** The colour of each line; its shape says the same to those who cannot tell the colours apart. */
export const seriesClasses = [
  'text-series-1',
  'text-series-2',
  'text-series-3',
  'text-series-4',
  'text-series-5',
] as const
const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross] as const

/** In the current colour, around the origin. */
export function SeriesMark({ index }: { index: number }) {
  return <path d={symbol(shapes[index], 44)() ?? undefined} fill="currentColor" className="stroke-canvas" />
}
