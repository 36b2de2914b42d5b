import type { ReactNode } from 'react'

/**
 * A table that is wider than a narrow window: it scrolls, by keys too, and the page does not. The edge over which it
 * goes on is shaded.
 */
export function ScrollingRegion({ label, children }: { label: string; children: ReactNode }) {
  // `relative`: words for screen readers alone would widen the page.
  return (
    <div className="shaded-edges relative overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
