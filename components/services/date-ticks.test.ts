import { scaleUtc } from 'd3-scale'
import { describe, expect, it } from 'vitest'
import { createDateTicks } from './date-ticks.ts'

const labels = (from: string, to: string, widthPx: number) => {
  const x = scaleUtc([new Date(`${from}Z`), new Date(`${to}Z`)], [52, widthPx - 20])
  const { ticks, format } = createDateTicks(x, widthPx)
  return ticks.map(format)
}

describe('dates below a chart', () => {
  it('are two at least on a phone, the first with its day where days differ', () => {
    expect(labels('2026-11-29T01:10', '2026-11-29T23:20', 358)).toEqual(['06:00', '12:00', '18:00'])
    expect(labels('2026-11-28T23:40', '2026-11-29T21:46', 358)).toEqual(['Nov 29', '12:00'])
    expect(labels('2026-11-28T14:10', '2026-11-29T11:40', 358)).toEqual(['Nov 28, 18:00', 'Nov 29', '06:00'])
  })

  it('are two in each range of minutes, hours and days', () => {
    const hourMs = 3_600_000
    const from = Date.parse('2026-11-20T03:17:31Z')
    for (let ms = 60_000; ms < 400 * 24 * hourMs; ms *= 1.07)
      for (const widthPx of [320, 358, 390, 700, 1200]) {
        const x = scaleUtc([new Date(from), new Date(from + ms)], [52, widthPx - 20])
        const { ticks } = createDateTicks(x, widthPx)
        const where = `${(ms / hourMs).toFixed(2)} h in ${widthPx} px`
        expect(ticks.length, where).toBeGreaterThan(1)
        const gaps = ticks.slice(1).map((tick, index) => x(tick) - x(ticks[index]!))
        expect(Math.min(...gaps), where).toBeGreaterThan(40)
      }
  })

  it('stay as far apart as whole dates take where there are several', () => {
    expect(labels('2026-11-01T00:00', '2026-11-29T00:00', 1200)).toHaveLength(15)
  })
})
