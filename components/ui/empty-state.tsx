import type { ReactNode } from 'react'

/** An empty list is a place too: what would be here, and the way to get it. */
export function EmptyState({ icon, title, children }: { icon?: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border border-dashed border-line px-5 py-6 sm:flex-row sm:gap-4">
      {icon ? <div className="text-faint">{icon}</div> : null}
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <p className="text-base font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}
