import { describe, expect, it } from 'vitest'
import { boxFlags, type Boxes } from '../../lib/profile/boxes.ts'
import { paint, type Outline } from './paint.ts'

const theme = {
  background: 'white',
  ink: 'ink',
  root: 'root',
  text: 'text',
  merged: 'merged',
  match: 'match',
  font: 'mono',
}

/** Paints boxes `[x0, x1, flags]` of one row, and gives what was filled after the background, and written. */
function paintRow(
  cells: readonly (readonly [number, number, number])[],
  more: { search?: boolean; outline?: Outline } = {},
) {
  const fills: { colour: string; alpha: number; x: number; width: number }[] = []
  const texts: { text: string; x: number }[] = []
  const strokes: { x: number; width: number }[] = []
  const context = {
    fillStyle: '',
    globalAlpha: 1,
    fillRect(x: number, _: number, width: number) {
      fills.push({ colour: context.fillStyle, alpha: context.globalAlpha, x, width })
    },
    fillText: (text: string, x: number) => void texts.push({ text, x }),
    strokeRect: (x: number, _: number, width: number) => void strokes.push({ x, width }),
  }
  const boxes: Boxes = {
    length: cells.length,
    node: Int32Array.from(cells, (_, node) => node),
    row: new Int32Array(cells.length),
    x0: Float64Array.from(cells, ([x0]) => x0),
    x1: Float64Array.from(cells, ([, x1]) => x1),
    flags: Uint8Array.from(cells, ([, , flags]) => flags),
  }
  paint(context as unknown as CanvasRenderingContext2D, {
    widthPx: 100,
    heightPx: 20,
    boxes,
    frame: boxes.node,
    colourOf: (frame) => `colour${frame}`,
    labels: { fit: (frame, widthPx) => (widthPx > 10 ? `name${frame}` : '') },
    topOf: () => 0,
    isSearching: more.search ?? false,
    outlines: more.outline ? [more.outline] : [],
    theme,
  })
  return { fills: fills.slice(1), texts, strokes }
}

describe('painting', () => {
  it('leaves a line between boxes, but not where nothing would be left of them', () => {
    const { fills } = paintRow([
      [0, 50, 0],
      [50, 52, 0],
      [52, 52.3, 0],
    ])
    expect(fills.map(({ x, width }) => [x, width])).toEqual([
      [0, 49],
      [50, 2],
      [52, 1],
    ])
  })

  it('paints a match in its own colour and fades the rest while somebody searches', () => {
    const { fills } = paintRow(
      [
        [0, 50, boxFlags.matched],
        [50, 100, 0],
      ],
      { search: true },
    )
    expect(fills.map(({ colour, alpha }) => [colour, alpha < 1])).toEqual([
      ['match', false],
      ['colour1', true],
    ])
  })

  it('shows a match that is too small to see', () => {
    const { fills } = paintRow([[10.2, 10.3, boxFlags.matched | boxFlags.merged]], { search: true })
    expect(fills).toEqual([{ colour: 'match', alpha: 1, x: 10, width: 2 }])
  })

  it('fades what stands above the zoomed frame', () => {
    expect(paintRow([[0, 100, boxFlags.ancestor]]).fills[0]!.alpha).toBeLessThan(1)
  })

  it('writes on boxes with room, and never on merged ones', () => {
    const { texts } = paintRow([
      [0, 50, 0],
      [50, 60, 0],
      [60, 100, boxFlags.merged],
    ])
    expect(texts).toEqual([{ text: 'name0', x: 4 }])
  })

  it('outlines a place however small it is, and nothing that is not in sight', () => {
    expect(paintRow([], { outline: { x0: 40, x1: 40.01, row: 0, linePx: 2 } }).strokes[0]!.width).toBeGreaterThan(0)
    expect(paintRow([], { outline: { x0: -40, x1: -20, row: 0, linePx: 2 } }).strokes).toEqual([])
  })
})
