'use client'
import { useEffect, useRef, type RefObject } from 'react'
import type { FlameGraphHandle } from '../flame-graph.tsx'
import { createMinimapCanvas, type MinimapCanvas } from './minimap-canvas.ts'
import type { Scene } from '../scene/scene.ts'
import { useGraphTheme } from '../scene/use-graph-theme.ts'

/**
 * The whole tree in small, with a frame around what the graph shows: drag it or its edges, or click where it should be.
 * The keys + - 0 and Shift with the arrows do the same, so it is hidden from screen readers.
 */
export function Minimap({
  graph,
  scene,
  className,
}: {
  /** The graph it belongs to, mounted as long as this is. */
  graph: RefObject<FlameGraphHandle | null>
  scene: Omit<Scene, 'theme'>
  /** Gives it its size. */
  className?: string
}) {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const minimap = useRef<MinimapCanvas>(null)
  const theme = useGraphTheme(container)
  useEffect(() => {
    const created = createMinimapCanvas(container.current!, canvas.current!, (area, isDone) =>
      graph.current?.moveTo(area, isDone),
    )
    minimap.current = created
    return () => created.dispose()
  }, [graph])
  useEffect(() => {
    if (theme) minimap.current?.show({ ...scene, theme })
  }, [scene, theme])
  // After each render: the graph may be another one since.
  useEffect(() => graph.current?.watch((area) => minimap.current?.frame(area)))
  return (
    <div
      ref={container}
      aria-hidden
      className={`relative overflow-hidden rounded-md border border-line bg-canvas font-mono text-ink ${className ?? ''}`}
    >
      <canvas ref={canvas} data-testid="minimap" className="absolute top-0 left-0 block touch-none select-none" />
    </div>
  )
}
