'use client'
import type { Scope } from '../../lib/contract/roles.ts'
import { listRolesWith } from './role-labels.ts'
import { useMay, useRole } from './use-may.tsx'

/** Says who has a right, to a user who does not have it; nothing to others. `verb`: `profile JVMs`. */
export function WhoMay({ scope, verb, className = '' }: { scope: Scope; verb: string; className?: string }) {
  const may = useMay()
  const role = useRole()
  return role === null || may(scope) ? null : (
    <p className={`text-muted ${className}`}>
      Only {listRolesWith(scope)} may {verb}. You are signed in as a {role}.
    </p>
  )
}
