'use client'
import { type Selection, select } from 'd3-selection'
import { useEffect, useRef } from 'react'

/** An axis of d3, which draws itself. */
type Draw = (group: Selection<SVGGElement, unknown, null, undefined>) => void

/** The two axes of a chart, in its SVG; lines of the grid are their inner ticks. */
export function ChartAxes({
  below,
  beside,
  bottomPx,
  leftPx,
}: {
  below: Draw
  beside: Draw
  bottomPx: number
  leftPx: number
}) {
  const bottom = useRef<SVGGElement>(null)
  const left = useRef<SVGGElement>(null)
  useEffect(() => {
    select(bottom.current!).call(below)
    select(left.current!).call(beside)
  })
  const axis = 'font-sans! text-xs! [&_line]:stroke-line [&_path]:stroke-none [&_text]:fill-muted'
  return (
    <>
      <g ref={bottom} className={axis} transform={`translate(0,${bottomPx})`} />
      <g ref={left} className={axis} transform={`translate(${leftPx},0)`} />
    </>
  )
}
