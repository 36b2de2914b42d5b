import type { ReactNode } from 'react'

/** A part of a page with its heading, a count beside it and what can be done with the whole on the right. */
export function Section({
  title,
  count,
  actions,
  id,
  children,
}: {
  title: string
  count?: number
  actions?: ReactNode
  id: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="text-base font-semibold">
          {title} {count === undefined ? null : <span className="figures ml-1 font-normal text-faint">{count}</span>}
        </h2>
        {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  )
}
