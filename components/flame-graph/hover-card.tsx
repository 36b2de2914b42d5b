import { useEffect, useRef, type ReactNode } from 'react'

const offsetPx = 14

/** A card that follows the pointer inside an element. It says nothing that the details below the graph do not say too. */
export function HoverCard({
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
    const place = () => {
      const shown = card.current
      if (!shown || !last) return
      const { offsetWidth, offsetHeight } = shown
      const isRoomRight = last.clientX + offsetPx + offsetWidth < innerWidth
      const isRoomBelow = last.clientY + offsetPx + offsetHeight < innerHeight
      const left = isRoomRight ? last.clientX + offsetPx : Math.max(4, last.clientX - offsetPx - offsetWidth)
      const top = isRoomBelow ? last.clientY + offsetPx : Math.max(4, last.clientY - offsetPx - offsetHeight)
      shown.style.transform = `translate(${left}px, ${top}px)`
    }
    const follow = (event: PointerEvent) => {
      last = event
      place()
    }
    area.addEventListener('pointermove', follow)
    const resizes = new ResizeObserver(place)
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
      className="floating pointer-events-none fixed top-0 left-0 z-30 max-w-[min(34rem,calc(100vw-1rem))] px-2.5 py-2 text-sm data-[shown=false]:invisible"
      data-shown={isShown}
    >
      {children}
    </div>
  )
}
