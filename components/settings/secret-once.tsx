import type { ReactNode } from 'react'
import { Command } from '../ui/command.tsx'

/** A secret that nobody can read again: to be copied now. */
export function SecretOnce({ secret, children }: { secret: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="rounded-md border border-warn/40 bg-warn-wash px-3 py-2">
        Copy it now: it is shown this once, and Hearth keeps no way to show it again.
      </p>
      <Command text={secret} />
      <div className="text-muted">{children}</div>
    </div>
  )
}
