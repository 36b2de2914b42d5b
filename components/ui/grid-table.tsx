import type { ReactNode } from 'react'

/** A table of rows on one grid, with titles above its columns but on a phone. `children` are its rows, each with the class `grid` too. */
export function GridTable({
  label,
  grid,
  titles,
  rowCount,
  children,
}: {
  label: string
  grid: string
  titles: readonly string[]
  /** Without the row of titles. */
  rowCount: number
  children: ReactNode
}) {
  return (
    <div role="table" aria-label={label} aria-rowcount={rowCount + 1}>
      <div role="rowgroup" className="max-sm:hidden">
        <div role="row" className={`${grid} h-8 border-b border-line text-xs text-muted`}>
          {titles.map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="max-sm:border-t max-sm:border-line">
        {children}
      </div>
    </div>
  )
}
