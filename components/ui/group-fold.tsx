import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** The line above the members of a group, as a button that folds them away. */
export function GroupFold({
  isFolded,
  onToggle,
  children,
}: {
  isFolded: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const Chevron = isFolded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      onClick={onToggle}
      className="flex h-full w-full min-w-0 items-end gap-3 rounded-md px-2 pb-1.5 text-left hover:bg-surface"
    >
      <Chevron size={14} aria-hidden className="mb-0.5 -mr-1.5 shrink-0 text-muted" />
      {children}
    </button>
  )
}
