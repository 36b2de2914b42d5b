'use client'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { CallTree } from '../../lib/profile/tree/call-tree.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { shortName } from '../../lib/profile/names/names.ts'
import { createFlameCanvas, type FlameCanvas, type FlameEvents, type ShownArea } from './flame-canvas.ts'
import { rowPx } from './geometry/rows.ts'
import type { Scene } from './scene/scene.ts'
import { classNames } from '../ui/class-names.ts'
import { MarkProbes } from './scene/mark-probes.tsx'
import { useGraphTheme } from './scene/use-graph-theme.ts'

/** CSS pixels between the card of a hovered box and the edge of the window, at least. */
const cardEdgePx = 4

/** Between the pointer and the hover card, a tooltip that follows it. */
const offsetPx = 14

/**
 * A card that follows the pointer inside an element. It says nothing that the details below the graph do not say too.
 */
function HoverCard({
  within,
  isShown,
  children,
}: {
  within: { readonly current: HTMLElement | null }
  isShown: boolean
  children: ReactNode
}) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = within.current
    if (!area) return
    let last: PointerEvent | undefined
    const moveCard = () => {
      const shown = card.current
      if (!shown || !last) return
      const { offsetWidth, offsetHeight } = shown
      const fitsRight = last.clientX + offsetPx + offsetWidth < innerWidth
      const fitsBelow = last.clientY + offsetPx + offsetHeight < innerHeight
      const left = fitsRight ? last.clientX + offsetPx : Math.max(cardEdgePx, last.clientX - offsetPx - offsetWidth)
      const top = fitsBelow ? last.clientY + offsetPx : Math.max(cardEdgePx, last.clientY - offsetPx - offsetHeight)
      shown.style.transform = `translate(${left}px, ${top}px)`
    }
    const follow = (event: PointerEvent) => {
      last = event
      moveCard()
    }
    area.addEventListener('pointermove', follow)
    const resizes = new ResizeObserver(moveCard)
    if (card.current) resizes.observe(card.current)
    return () => {
      area.removeEventListener('pointermove', follow)
      resizes.disconnect()
    }
  }, [within])
  return (
    <div
      ref={card}
      aria-hidden
      data-testid="hover-card"
      className="floating pointer-events-none fixed top-0 left-0 z-30 max-w-[min(34rem,calc(100vw-1rem))] px-2.5 py-2 text-sm data-[shown=false]:invisible"
      data-shown={isShown}
    >
      {children}
    </div>
  )
}

/** The part of a row that may be cut: its text is still whole. Half a pixel keeps whole pixels off the boundary. */
const readableCut = 3.5 / rowPx

/**
 * How many rows with something drawn are out of sight above and below, where some are: a line of its own, since over
 * the graph it would cover names. At the end away from the root, which stays where it is.
 */
function HiddenRows({
  canvas,
  orientation,
}: {
  canvas: { readonly current: FlameCanvas | null }
  orientation: Scene['orientation']
}) {
  const above = useRef<HTMLParagraphElement>(null)
  const below = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const shown = [above.current!, below.current!]
    if (orientation === 'icicle') shown.reverse()
    // With the height of this line, which would else stay for the rows that it hides itself.
    const whole = above.current!.parentElement!.parentElement!
    let wholeRows = 0
    let area: ShownArea | null = null
    const update = () => {
      if (area === null) return
      const { row, rows, paintedRows } = area
      const counts = paintedRows - wholeRows <= readableCut ? [0, 0] : [paintedRows - row - rows, row]
      for (const [index, line] of shown.entries()) {
        const hidden = Math.max(0, Math.ceil(counts[index]! - readableCut))
        const text = hidden === 0 ? '' : hidden === 1 ? '1 more row' : `${formatCount(hidden)} more rows`
        if (line.textContent !== text) line.textContent = text
      }
    }
    const resizes = new ResizeObserver(() => {
      wholeRows = whole.clientHeight / rowPx
      update()
    })
    resizes.observe(whole)
    const stop = canvas.current?.watch((next) => {
      area = next
      update()
    })
    return () => {
      resizes.disconnect()
      stop?.()
    }
  }, [canvas, orientation])
  return (
    <div
      aria-hidden
      className="figures hidden h-4 shrink-0 justify-end gap-3 px-3 leading-4 text-muted has-[p:not(:empty)]:flex *:empty:hidden"
    >
      <p ref={above} data-testid="rows-above" className="before:content-['↑_']" />
      <p ref={below} data-testid="rows-below" className="before:content-['↓_']" />
    </div>
  )
}

/** Methods of the graph for other components. */
export interface FlameGraphHandle extends Omit<FlameCanvas, 'show' | 'dispose'> {
  focus(): void
}

/**
 * The flame graph: a canvas, what the pointer is on, and a tree of the same frames for screen readers. It takes the
 * focus and names its selected frame as the active one; keys are the viewer's.
 */
export function FlameGraph({
  ref,
  scene,
  label,
  tree,
  activeId,
  describe,
  ...events
}: {
  ref?: Ref<FlameGraphHandle>
  scene: Omit<Scene, 'theme'>
  /** Describes the whole for a screen reader. */
  label: string
  /** The same for a screen reader: tree items, of which `activeId` is the selected one. */
  tree: ReactNode
  activeId: string
  /** Content of the card at the pointer, for a node. */
  describe: (node: number) => ReactNode
  readonly onHover?: (node: number) => void
} & Omit<FlameEvents, 'onHover'>) {
  const container = useRef<HTMLDivElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const flame = useRef<FlameCanvas>(null)
  const [hovered, setHovered] = useState<{ tree: CallTree; node: number } | null>(null)
  const theme = useGraphTheme(container)

  const onClick = useEffectEvent(events.onClick)
  const onHover = useEffectEvent((node: number) => {
    setHovered(node < 0 ? null : { tree: scene.tree, node })
    events.onHover?.(node)
  })
  const onGesture = useEffectEvent(events.onGesture)
  const onMenu = useEffectEvent(events.onMenu)
  // Before the browser paints: the first paint goes in the same moment.
  useLayoutEffect(() => {
    const parts = { container: container.current!, spacer: spacer.current!, canvas: canvas.current! }
    const created = createFlameCanvas(parts, shortName, {
      onClick: (node) => onClick(node),
      onHover: (node) => onHover(node),
      onGesture: (...gesture) => onGesture(...gesture),
      onMenu: (...pressed) => onMenu(...pressed),
    })
    flame.current = created
    return () => created.dispose()
  }, [])
  useLayoutEffect(() => {
    if (theme) flame.current?.show({ ...scene, theme })
  }, [scene, theme])
  useImperativeHandle(ref, () => ({
    ...flame.current!,
    focus: () => container.current?.focus({ preventScroll: true }),
  }))
  // A tree can change under the pointer: its node numbers mean nothing in the next one.
  const described = hovered?.tree === scene.tree ? hovered.node : -1

  return (
    <div className={classNames('flex min-h-0 flex-1 flex-col', scene.orientation === 'icicle' && 'flex-col-reverse')}>
      <HiddenRows canvas={flame} orientation={scene.orientation} />
      <div
        ref={container}
        role="tree"
        aria-label={label}
        aria-activedescendant={activeId}
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain low:overscroll-y-auto border-line bg-canvas font-mono text-ink forced-color-adjust-none focus-visible:-outline-offset-2"
      >
        <MarkProbes />
        <div ref={spacer} role="presentation">
          <canvas
            ref={canvas}
            data-testid="flame-graph"
            aria-hidden
            className="sticky top-0 block touch-none select-none"
          />
        </div>
        {tree}
      </div>
      <HoverCard within={container} isShown={described >= 0}>
        {described >= 0 ? describe(described) : null}
      </HoverCard>
    </div>
  )
}
