'use client'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { FlameGraphHandle } from '../../../flame-graph/flame-graph.tsx'
import type { Twin } from '../../../flame-graph/scene/scene.ts'

/** A word at the box that lights up: its share, or that it is absent. In the corner when the box is out of sight. */
export function TwinTag({
  graph,
  twin,
  text,
  isRootBelow,
}: {
  graph: RefObject<FlameGraphHandle | null>
  twin: Twin | null
  text: string
  /** Where the boxes are, and so where the corner is that is mostly empty. */
  isRootBelow: boolean
}) {
  const tag = useRef<HTMLParagraphElement>(null)
  const node = twin?.node ?? -1
  useLayoutEffect(() => {
    const shown = tag.current
    const area = shown?.parentElement?.getBoundingClientRect()
    if (!shown || !area || node < 0) return
    const place = graph.current?.placeOf(node)
    const corner = { x: area.left + 8, y: isRootBelow ? area.top + 8 : area.bottom - shown.offsetHeight - 8 }
    const { x, y } = place ? { x: place.x + 2, y: place.y + 2 } : corner
    const left = Math.min(x - area.left, area.width - shown.offsetWidth - 4)
    const top = Math.min(y - area.top, area.height - shown.offsetHeight - 2)
    shown.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(2, top)}px)`
    shown.dataset.outOfSight = String(!place)
  }, [graph, node, text, isRootBelow])
  return (
    <p
      ref={tag}
      aria-hidden
      data-testid="twin-tag"
      data-shown={twin !== null}
      data-absent={twin?.isAbsent ?? false}
      className="figures floating pointer-events-none absolute top-0 left-0 z-20 px-1.5 py-0.5 text-xs whitespace-nowrap data-[absent=true]:border-dashed data-[absent=true]:border-ink data-[shown=false]:invisible"
    >
      {text}
    </p>
  )
}
