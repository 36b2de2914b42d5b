import type { ReactNode } from 'react'
import { ScrollingRegion } from '../ui/scrolling-region.tsx'

export const cellClass = 'px-2 py-1.5 text-left align-top'

/** Text below a table, as wide as the text of a page. */
export const noteClass = 'mt-2 max-w-6xl text-sm text-muted'

/** `children` are the rows of its body; it scrolls sideways where it is too wide. */
export function TitledTable({
  label,
  titles,
  children,
}: {
  label: string
  titles: readonly string[]
  children: ReactNode
}) {
  return (
    <ScrollingRegion label={label}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {titles.map((title) => (
              <th key={title} scope="col" className={`${cellClass} font-medium whitespace-nowrap`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollingRegion>
  )
}
