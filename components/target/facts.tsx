import type { ReactNode } from 'react'

/** Named facts in columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-3 border-b border-line py-1.5">
      <dt className="w-28 shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1.5">{children}</dd>
    </div>
  )
}
