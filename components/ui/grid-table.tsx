import type { ReactNode } from 'react'

/**
 * A table of rows on one grid, with titles above its columns where there is room for them. `children` are its rows,
 * each with the class `grid` too.
 */
export function GridTable({
  label,
  grid,
  titles,
  isWide = false,
  rowCount,
  children,
}: {
  label: string
  grid: string
  titles: readonly string[]
  /** Whether the columns need more than a phone on its side: 768 px, else 640. */
  isWide?: boolean
  /** Without the row of titles. */
  rowCount: number
  children: ReactNode
}) {
  return (
    <div role="table" aria-label={label} aria-rowcount={rowCount + 1}>
      <div role="rowgroup" className={isWide ? 'max-md:hidden' : 'max-sm:hidden'}>
        <div role="row" className={`${grid} min-h-8 border-b border-line py-1.5 text-xs text-muted`}>
          {titles.map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={`border-line ${isWide ? 'max-md:border-t' : 'max-sm:border-t'}`}>
        {children}
      </div>
    </div>
  )
}
