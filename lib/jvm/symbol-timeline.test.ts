import { describe, expect, it } from 'vitest'
import { parsePerfMap } from './perf-map.ts'
import { createSymbolTimeline } from './symbol-timeline.ts'

const map = (text: string) => parsePerfMap(new TextEncoder().encode(text)).map

/** At 100 ms the address 0x10 changes hands, 0x20 is gone, 0x30 is new, 0x40 is the same method compiled anew. */
const timeline = createSymbolTimeline([
  { atMs: 100, map: map('10 8 void A.old()\n20 8 void A.gone()\n40 8 void A$$Lambda$1/0x1.run()\n') },
  { atMs: 0, map: map('10 8 void A.first()\n') },
  { atMs: 200, map: map('10 8 void A.new()\n30 8 void A.late()\n40 8 void A$$Lambda$2/0x2.run()\n') },
])
const at = (address: number, timeMs: number) => timeline.resolve(address, timeline.segmentAt(timeMs))

describe('createSymbolTimeline', () => {
  it('resolves each sample by the map nearest in time', () => {
    expect([-5, 40, 60, 100, 140, 160, 900].map((timeMs) => at(0x10, timeMs).name)).toEqual([
      'void A.first()',
      'void A.first()',
      'void A.old()',
      'void A.old()',
      'void A.old()',
      'void A.new()',
      'void A.new()',
    ])
  })

  it('calls a name ambiguous when the maps before and after the sample differ', () => {
    expect(at(0x10, 140).isAmbiguous).toBe(true)
    expect(at(0x10, 900).isAmbiguous).toBe(false)
  })

  it('does not call one method ambiguous that was only compiled anew', () => {
    expect(at(0x40, 150)).toEqual({ name: 'void A$$Lambda$2/0x2.run()', isAmbiguous: false })
  })

  it('takes the other of the two maps around when the nearest does not know the address', () => {
    expect(at(0x20, 190)).toEqual({ name: 'void A.gone()', isAmbiguous: false })
    expect(at(0x30, 110)).toEqual({ name: 'void A.late()', isAmbiguous: false })
  })

  it('never asks a map beyond the two around the sample', () => {
    expect(at(0x20, 300).name).toBeNull()
    expect(at(0x30, 50).name).toBeNull()
  })

  it('resolves a sample without a time by the last map', () => {
    expect(at(0x10, Number.NaN).name).toBe('void A.new()')
  })

  it('covers the addresses between the lowest and the highest symbol', () => {
    expect([0xf, 0x10, 0x28, 0x47, 0x48].map((address) => timeline.covers(address))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('without any map covers nothing and names nothing', () => {
    const none = createSymbolTimeline([])
    expect(none.covers(0)).toBe(false)
    expect(none.segments).toBe(0)
    expect(none.resolve(1, none.segmentAt(5))).toEqual({ name: null, isAmbiguous: false })
  })
})
