import { type Role, roles, rolesScopes, type Scope } from '../../lib/contract/roles.ts'

/** Names and rights of the roles, in a few words. */
export const roleLabels: Readonly<Record<Role, { readonly title: string; readonly about: string }>> = {
  viewer: { title: 'Viewer', about: 'sees everything, but does not capture, share or change anything' },
  member: { title: 'Member', about: 'profiles, imports, keeps, notes and shares' },
  owner: { title: 'Owner', about: 'also decides about people, tokens, webhooks and retention' },
}

/** Gives `Member: profiles, imports, keeps, notes and shares`; of an owner what a member may, too. */
export function describeRole(role: Role): string {
  const { title, about } = roleLabels[role]
  return `${title}: ${role === 'owner' ? `${roleLabels.member.about}, and ${about.replace('also ', '')}` : about}`
}

/** Gives `members and owners`: the roles that have this right. */
export function listRolesWith(scope: Scope): string {
  return roles
    .filter((role) => rolesScopes[role].includes(scope))
    .map((role) => `${role}s`)
    .join(' and ')
}

/** Uses of each right of a token. */
export const scopeLabels: Readonly<Record<Scope, string>> = {
  read: 'Lists, profiles, comparisons, exports',
  capture: 'Start, cancel and save captures',
  import: 'Bring files in',
  manage: 'Rename, label, pin, note, share, delete',
  admin: 'People, tokens, webhooks, retention',
}
