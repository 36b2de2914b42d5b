/** What the web program refuses: who may ask, and how. */
import type { Explanations } from './explanation.ts'

/** A field that another person changed while a form of it was open. */
export interface FieldChange {
  readonly field: string
  /** Its value, plain JSON; null where it is gone. */
  readonly now: unknown
  /** Who changed it, and when (Unix ms), as the audit log has it; null where that is not known. */
  readonly by: string | null
  readonly at: number | null
}

export interface RequestFacts {
  'invalid-request': { what: string }
  'not-found': { what: string }
  /** `count`: how many of `what` have an id that begins with `beginning`. */
  'id-ambiguous': { what: string; beginning: string; count: number }
  /** `what`: the fields and the thing, `the note of this profile`. */
  'changed-meanwhile': { what: string; changes: readonly FieldChange[] }
  'not-signed-in': Record<never, never>
  'token-missing': Record<never, never>
  'token-unknown': Record<never, never>
  'join-token-spent': Record<never, never>
  'not-allowed': { scope: string }
  'sign-in-link-spent': Record<never, never>
  'foreign-origin': { origin: string }
  'foreign-host': { host: string }
  'too-many-requests': { retryAfterSeconds: number }
  'idempotency-key-reused': Record<never, never>
  'webhook-refused': { reason: string }
}

/** What lists all of its kind. */
function whereToLook(what: string): string {
  const [kind] = what.split(' ')
  if (kind === 'profile') return ' The page Profiles lists all of them, and so does `hearth profiles`.'
  return kind === 'JVM' ? ' The page JVMs lists all of them, and so does `hearth list`.' : ''
}

/** Gives the one person who made all of these changes, else `Another person`. */
function nameEditor(changes: readonly FieldChange[]): string {
  const [by, ...others] = new Set(changes.map((change) => change.by))
  return others.length === 0 ? (by ?? 'Another person') : 'Another person'
}

export const requestExplanations: Explanations<RequestFacts> = {
  'invalid-request': {
    status: 400,
    title: ({ what }) => `The request is not valid: ${what}.`,
    remedy: () => 'Correct the named field and send it again.',
  },
  'not-found': {
    status: 404,
    title: ({ what }) => `There is no such ${what}.`,
    remedy: ({ what }) => `It may have been deleted, or its id or link may be cut short.${whereToLook(what)}`,
  },
  'id-ambiguous': {
    status: 409,
    title: ({ what, beginning, count }) => `The ids of ${count} ${what}s begin with ${beginning}.`,
    remedy: () => 'Use more digits of the id, or all of them.',
  },
  'changed-meanwhile': {
    status: 409,
    title: ({ what, changes }) => `${nameEditor(changes)} changed ${what} meanwhile.`,
    remedy: () => 'Nothing was saved. Look at what it is now, then decide which to keep and save again.',
  },
  'not-signed-in': {
    status: 401,
    title: () => 'You are not signed in.',
    remedy: () =>
      'Open the sign-in link that `npm start` printed, or run `npx hearth sign-in` in the directory of Hearth for a new one.',
  },
  'token-missing': {
    status: 401,
    title: () => 'The token is missing (Authorization: Bearer ...).',
    remedy: () => 'Send a token in that header; check that HEARTH_TOKEN is set. An owner makes one in the settings.',
  },
  'token-unknown': {
    status: 401,
    title: () => 'This token is not valid or was revoked.',
    remedy: () => 'Check that it is complete and has not expired. An owner makes a new token in the settings.',
  },
  'join-token-spent': {
    status: 401,
    title: () => 'This join token was used already, has expired, or is incomplete.',
    remedy: () => 'Make a new one on the page of hosts. A token works once, within ten minutes.',
  },
  'not-allowed': {
    status: 403,
    title: ({ scope }) => `This needs the right "${scope}", which you do not have here.`,
    remedy: () => 'Ask an owner for another role, or use a token that has it.',
  },
  'sign-in-link-spent': {
    status: 401,
    title: () => 'This sign-in link was already used, or is too old.',
    remedy: () => 'Run `npx hearth sign-in` in the directory of Hearth, on its host, for a new one.',
  },
  'foreign-origin': {
    status: 403,
    title: ({ origin }) => `A page from ${origin} tried to act in your name; it was refused.`,
    remedy: () => 'Open Hearth in a tab of its own and try again there.',
  },
  'foreign-host': {
    status: 421,
    title: ({ host }) => `Hearth does not answer for the host ${host}.`,
    remedy: () => 'Use the address that `npm start` printed, or name this host in HEARTH_HOSTS.',
  },
  'too-many-requests': {
    status: 429,
    title: () => 'Too many requests at once.',
    remedy: ({ retryAfterSeconds }) => `Try again in ${retryAfterSeconds} s.`,
  },
  'idempotency-key-reused': {
    status: 422,
    title: () => 'This Idempotency-Key was already used for another request.',
    remedy: () => 'Use a new key for each capture, and the same one only to send the same request again.',
  },
  'webhook-refused': {
    status: 422,
    title: ({ reason }) => `Hearth sends no webhook to this address: ${reason}.`,
    remedy: () => 'Name a server by http or https, without a password in the address.',
  },
}
