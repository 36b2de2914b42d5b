'use client'
import { useEffect, useRef, useState, type ReactNode, type Ref, useImperativeHandle } from 'react'
import { shortName } from '../../lib/profile/names.ts'
import { useResolvedTheme } from '../theme/use-theme.ts'
import { createFlameCanvas, type FlameCanvas, type FlameEvents, type Scene } from './flame-canvas.ts'
import { readGraphTheme, type GraphTheme } from './graph-theme.ts'
import { HoverCard } from './hover-card.tsx'

/** What others may ask of the graph. */
export interface FlameGraphHandle {
  focus(): void
  reveal(node: number): void
}

/**
 * The flame graph: a canvas, what the pointer is on, and a tree of the same frames for who cannot see it. It takes the focus
 * and names its selected frame as the active one; keys are the viewer's.
 */
export function FlameGraph({
  ref,
  scene,
  label,
  tree,
  activeId,
  describe,
  onClick,
  onHover,
  onGesture,
}: {
  ref?: Ref<FlameGraphHandle>
  scene: Omit<Scene, 'theme'>
  /** What the whole shows, for a screen reader. */
  label: string
  /** The accessible twin: tree items, of which `activeId` is the selected one. */
  tree: ReactNode
  activeId: string
  /** What the card at the pointer says of a node. */
  describe: (node: number) => ReactNode
} & FlameEvents) {
  const container = useRef<HTMLDivElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const flame = useRef<FlameCanvas>(null)
  const [hovered, setHovered] = useState(-1)
  const theme = useGraphTheme(container)

  const events = useRef<FlameEvents>({ onClick, onHover, onGesture })
  useEffect(() => {
    events.current = { onClick, onHover, onGesture }
  })
  useEffect(() => {
    const parts = { container: container.current!, spacer: spacer.current!, canvas: canvas.current! }
    const created = createFlameCanvas(parts, shortName, {
      onClick: (node) => events.current.onClick(node),
      onHover: (node) => {
        setHovered(node)
        events.current.onHover(node)
      },
      onGesture: (zoomNode, range) => events.current.onGesture(zoomNode, range),
    })
    flame.current = created
    return () => created.dispose()
  }, [])
  useEffect(() => {
    if (theme) flame.current?.show({ ...scene, theme })
  }, [scene, theme])
  useImperativeHandle(ref, () => ({
    focus: () => container.current?.focus({ preventScroll: true }),
    reveal: (node) => flame.current?.reveal(node),
  }))

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={container}
        role="tree"
        aria-label={label}
        aria-activedescendant={activeId}
        tabIndex={0}
        className="absolute inset-0 overflow-x-hidden overflow-y-auto overscroll-contain border-line bg-canvas font-mono text-ink focus-visible:-outline-offset-2"
      >
        <div ref={spacer} role="presentation">
          <canvas ref={canvas} data-testid="flame-graph" aria-hidden className="sticky top-0 block w-full touch-none" />
        </div>
        {tree}
      </div>
      <HoverCard within={container} isShown={hovered >= 0}>
        {hovered >= 0 ? describe(hovered) : null}
      </HoverCard>
    </div>
  )
}

/** The canvas's colours, read again when the theme changes; null before the page is alive. */
function useGraphTheme(container: { readonly current: Element | null }): GraphTheme | null {
  const resolved = useResolvedTheme()
  const [theme, setTheme] = useState<GraphTheme | null>(null)
  useEffect(() => {
    // The face of the labels decides their widths: measured with a stand-in, they would not fit later.
    let isWanted = true
    const read = () => {
      if (isWanted && container.current) setTheme(readGraphTheme(container.current, resolved))
    }
    void document.fonts.load('12px "JetBrains Mono Variable"').then(read, read)
    return () => {
      isWanted = false
    }
  }, [container, resolved])
  return theme
}
