'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { type Role, rolesScopes, type Scope } from '../../lib/contract/roles.ts'

const RoleContext = createContext<Role | null>(null)

/** Who looks at the pages below; null without a sign-in. */
export function RoleProvider({ role, children }: { role: Role | null; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>
}

/** Whether the user may do that. Only so that no button leads into a refusal: the server decides for itself. */
export function useMay(): (scope: Scope) => boolean {
  const role = useContext(RoleContext)
  return (scope) => role !== null && rolesScopes[role].includes(scope)
}
