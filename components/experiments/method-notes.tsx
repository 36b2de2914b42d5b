import type { ReactNode } from 'react'
import { noteClass } from './titled-table.tsx'

/** A note below a table, of which the way the numbers are made is opened by a press. */
export function MethodNotes({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <details className={noteClass}>
      <summary className="w-fit cursor-pointer rounded-md hover:text-ink">{note}</summary>
      <p className="mt-1">{children}</p>
    </details>
  )
}
