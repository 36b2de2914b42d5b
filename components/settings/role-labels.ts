import type { Role, Scope } from '../../lib/contract/roles.ts'

/** Names and rights of the roles, in a few words. */
export const roleLabels: Readonly<Record<Role, { readonly title: string; readonly about: string }>> = {
  viewer: { title: 'Viewer', about: 'sees everything and changes nothing' },
  member: { title: 'Member', about: 'profiles, imports, keeps, notes and shares' },
  owner: { title: 'Owner', about: 'also decides about people, tokens, webhooks and retention' },
}

/** Uses of each right of a token. */
export const scopeLabels: Readonly<Record<Scope, string>> = {
  read: 'Lists, profiles, comparisons, exports',
  capture: 'Start, cancel and save captures',
  import: 'Bring files in',
  manage: 'Rename, label, pin, note, share, delete',
  admin: 'People, tokens, webhooks, retention',
}
