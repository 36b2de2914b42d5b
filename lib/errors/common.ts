/** Failures of code that the page runs, too: of the page itself, and of lib/profile. */
import type { Explanations } from './explanation.ts'

export interface CommonFacts {
  'web-unreachable': Record<never, never>
  'part-not-loaded': Record<never, never>
  'hearth-updated': Record<never, never>
  'session-not-kept': Record<never, never>
  'pattern-too-slow': { pattern: string }
  'pattern-invalid': { pattern: string; reason: string }
  /** `subject`: a file, if not given. `remedy` where importing it again cannot help. */
  'unreadable-profile': { reason: string; subject?: 'profile'; remedy?: string }
  'not-mergeable': { reason: string; remedy: string }
}

export const commonExplanations: Explanations<CommonFacts> = {
  'web-unreachable': {
    status: 503,
    title: () => 'Hearth does not answer.',
    remedy: () => 'Check that `npm start` still runs on the host, then try again. Captures go on without this page.',
  },
  'part-not-loaded': {
    status: 503,
    title: () => 'A part of the page did not load.',
    remedy: () => 'Check that this browser reaches Hearth, then try again.',
  },
  'hearth-updated': {
    status: 410,
    title: () => 'Hearth was updated since this page was loaded.',
    remedy: () => 'Reload the page: its address keeps the view.',
  },
  'session-not-kept': {
    status: 401,
    title: () => 'This browser did not keep the session.',
    remedy: () =>
      'Allow cookies for this address. If they are allowed, open Hearth by HTTPS (HEARTH_TLS_CERT, HEARTH_TLS_KEY): over plain HTTP this browser keeps no password that a page gives it.',
  },
  'pattern-too-slow': {
    status: 422,
    title: ({ pattern }) => `The pattern /${pattern}/ takes too long.`,
    remedy: () => 'Avoid nested repeats such as (a+)+, or search for plain text.',
  },
  'pattern-invalid': {
    status: 400,
    title: ({ pattern, reason }) => `/${pattern}/ is not a regular expression: ${reason}.`,
    remedy: () => 'Correct it, or leave out the slashes to search for plain text.',
  },
  'unreadable-profile': {
    status: 422,
    title: ({ reason, subject = 'file' }) => `Hearth cannot read this ${subject}: ${reason}.`,
    remedy: ({ remedy }) => remedy ?? 'Import the original recording again.',
  },
  'not-mergeable': {
    status: 422,
    title: ({ reason }) => `These profiles cannot be merged: ${reason}.`,
    remedy: ({ remedy }) => remedy,
  },
}
