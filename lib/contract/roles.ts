/** Who may do what: names alone, for pages that have no use for the schemas of access.ts. */

/**
 * read: lists, profiles, exports, live events. capture: start, cancel and save captures, ask the doctor. import: bring
 * files in. manage: rename, label, pin, delete, note, share. admin: people, tokens, webhooks, retention, blocked
 * engines.
 */
export const scopes = ['read', 'capture', 'import', 'manage', 'admin'] as const
export type Scope = (typeof scopes)[number]

export const roles = ['viewer', 'member', 'owner'] as const
export type Role = (typeof roles)[number]

export const rolesScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  member: ['read', 'capture', 'import', 'manage'],
  owner: scopes,
}
