'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { type Role, rolesScopes, type Scope } from '../../lib/contract/roles.ts'

const RoleContext = createContext<Role | null>(null)
const OwnNamesContext = createContext<readonly string[]>([])

/**
 * Makes the role of the user known to `useMay` in `children`, and the user's names to `useIsOwn`. A role of null: not
 * signed in.
 */
export function RoleProvider({
  role,
  ownNames,
  children,
}: {
  role: Role | null
  /** Names by which the user, or a token of the user, begins and ends things. */
  ownNames: readonly string[]
  children: ReactNode
}) {
  return (
    <RoleContext value={role}>
      <OwnNamesContext value={ownNames}>{children}</OwnNamesContext>
    </RoleContext>
  )
}

/**
 * A function that says whether the user has this right, for buttons to be hidden or disabled. The server checks every
 * request itself.
 */
export function useMay(): (scope: Scope) => boolean {
  const role = useRole()
  return (scope) => role !== null && rolesScopes[role].includes(scope)
}

/** Gives the role of the user; null for one who is not signed in. */
export function useRole(): Role | null {
  return useContext(RoleContext)
}

/**
 * A function that says whether a name, such as that of the person who began a capture, is the user's. Nothing is of a
 * user who is not signed in.
 */
export function useIsOwn(): (name: string) => boolean {
  const ownNames = useContext(OwnNamesContext)
  return (name) => ownNames.includes(name)
}
