import type { ReactNode } from 'react'

/** Actions on the rows that are ticked above it: in view as long as any of them is. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      data-bottom-bar // toasts stand above it (toast-region.tsx)
      className="floating sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 px-3 py-2 max-sm:w-full"
    >
      {children}
    </div>
  )
}
