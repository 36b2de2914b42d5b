'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { type Role, rolesScopes, type Scope } from '../../lib/contract/roles.ts'

const RoleContext = createContext<Role | null>(null)

/** Makes the role of the user known to `useMay` in `children`; null: not signed in. */
export function RoleProvider({ role, children }: { role: Role | null; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>
}

/**
 * A function that says whether the user has this right, for buttons to be hidden or disabled. The server checks every
 * request itself.
 */
export function useMay(): (scope: Scope) => boolean {
  const role = useContext(RoleContext)
  return (scope) => role !== null && rolesScopes[role].includes(scope)
}
