import { TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'

/** One line above the graph about what it shows or lacks. */
export function Notice({ children, onDismiss }: { children: ReactNode; onDismiss?: () => void }) {
  return (
    <div role="status" className="flex items-center gap-2 border-b border-line bg-warn-wash px-3 py-1 text-sm">
      <TriangleAlert size={14} aria-hidden className="shrink-0 text-warn" />
      <div className="min-w-0 flex-1">{children}</div>
      {onDismiss ? (
        <IconButton label="Dismiss" size="small-icon" onClick={onDismiss}>
          <X size={14} aria-hidden />
        </IconButton>
      ) : null}
    </div>
  )
}
