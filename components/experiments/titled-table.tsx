import type { ComponentProps, ReactNode } from 'react'
import { ScrollingRegion } from '../ui/scrolling-region.tsx'

export const cellClass = 'px-2 py-1.5 text-left align-top'

/** Text below a table, which ends where the table does. */
export const noteClass = 'mt-2 text-sm text-muted'

/** Looks of a table whose rows are cards on a phone. There a row is no table's row for browsers, hence the roles. */
export const cardTableClass = 'card-table w-full border-collapse text-sm'

/** `title`: of its column, before it on a phone. */
export function Cell({ title, className = '', ...rest }: ComponentProps<'td'> & { title: string }) {
  return <td role="cell" data-title={title} className={`${cellClass} ${className}`} {...rest} />
}

/** `children` are the rows of its body: cards on a phone. It scrolls sideways where it is too wide. */
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
      <table role="table" className={cardTableClass}>
        <thead role="rowgroup">
          <tr role="row" className="border-b border-line text-xs text-muted">
            {titles.map((title) => (
              <th key={title} role="columnheader" scope="col" className={`${cellClass} font-medium whitespace-nowrap`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </ScrollingRegion>
  )
}
