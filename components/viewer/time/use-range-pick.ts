'use client'
import { useEffect, useState } from 'react'
import type { HeatMap } from '../../../lib/profile/heat-map.ts'
import { rangeOfCells, type TimeRange } from './heat-map-geometry.ts'
import type { CellEvents } from './time-canvas.tsx'

export interface RangePick extends CellEvents {
  /** The cell under the pointer, -1 for none. */
  readonly hovered: number
  /** What would be chosen now; null when nothing is under way. */
  readonly draft: TimeRange | null
  readonly isUnderWay: boolean
  /** The first of two clicks was made. */
  readonly isHalfDone: boolean
}

/** Choosing a stretch of time: by dragging, or by a click where it begins and one where it ends. Escape gives it up. */
export function useRangePick(map: HeatMap | null, onRange: (range: TimeRange) => void): RangePick {
  const [hovered, setHovered] = useState(-1)
  /** Where it began; `isClicked` when the pointer was let go again there. */
  const [start, setStart] = useState<{ cell: number; isClicked: boolean; hasMoved: boolean } | null>(null)
  const isUnderWay = start !== null

  useEffect(() => {
    if (!isUnderWay) return
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setStart(null)
    }
    // Before the viewer's own Escape, which clears the search.
    window.addEventListener('keydown', giveUp, { capture: true })
    return () => window.removeEventListener('keydown', giveUp, { capture: true })
  }, [isUnderWay])

  const choose = (one: number, other: number) => {
    setStart(null)
    if (map) onRange(rangeOfCells(map, one, other))
  }
  return {
    hovered,
    draft: map && start && hovered >= 0 ? rangeOfCells(map, start.cell, hovered) : null,
    isUnderWay,
    isHalfDone: start?.isClicked ?? false,
    onHover: setHovered,
    onPress(cell) {
      setHovered(cell)
      if (!start) setStart({ cell, isClicked: false, hasMoved: false })
    },
    onDrag(cell) {
      setHovered(cell)
      if (start && !start.hasMoved && cell !== start.cell) setStart({ ...start, hasMoved: true })
    },
    onRelease(cell) {
      if (!start) return
      if (start.isClicked || start.hasMoved) choose(start.cell, cell)
      else setStart({ ...start, isClicked: true })
    },
    onCancel: () => setStart(null),
  }
}
