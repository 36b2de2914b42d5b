/** Files that come in, and the profiles that are stored. */
import type { Explanations } from './explanation.ts'
import { formatBytes } from '../profile/format/units.ts'

/** Remedies by the name of the limit that was met; every other limit is fixed. */
const parserLimitRemedies: Readonly<Record<string, (facts: LibraryFacts['parser-limit']) => string>> = {
  memory: () => 'Fold the recording first, or raise HEARTH_PARSER_MEMORY_BYTES.',
  time: () => 'Fold the recording first, or raise HEARTH_PARSER_SECONDS.',
  unpacking: ({ mostTimes }) =>
    `It unpacks to more than ${mostTimes} times its size, as no recording does. If it is one, unpack it and import that.`,
}

/** Names and remedies of what may be sent; the limit of a file alone is a setting. */
const bodies = {
  file: {
    title: 'The file',
    remedy: 'Raise HEARTH_MAX_UPLOAD_BYTES, or fold the file first: `npx hearth collapse FILE`.',
  },
  json: {
    title: 'The JSON body of the request',
    remedy: 'No setting raises this limit. Shorten the texts and lists in the body.',
  },
  otlp: {
    title: 'The OTLP message',
    remedy: 'No setting raises this limit. Send smaller messages, or compress them with gzip.',
  },
} as const

export interface LibraryFacts {
  /** `event`, here and below: its label. */
  'nothing-to-compare': { service: string; event: string }
  'not-comparable': { reason: string }
  'of-experiment': { service: string }
  'no-deploy': { service: string; event: string; isImageKnown: boolean }
  'no-replicas': { service: string; event: string }
  'profile-pinned': { name: string }
  'too-many-notes': { limit: number }
  'quota-reached': { usedBytes: number; quotaBytes: number }
  'disk-full': { path: string }
  'unknown-format': { hint: string; remedy: string }
  'parser-failed': { reason: string }
  /** `mostTimes`: with the limit `unpacking`. */
  'parser-limit': { limit: string; mostTimes?: number }
  'import-interrupted': Record<never, never>
  'body-too-large': { body: keyof typeof bodies; maxBytes: number }
  'upload-too-slow': { bytes: number; seconds: number }
}

export const libraryExplanations: Explanations<LibraryFacts> = {
  'nothing-to-compare': {
    status: 404,
    title: ({ service, event }) => `There is no profile of ${service} (${event}) from before its image last changed.`,
    remedy: () => 'Name the profile to compare with, or profile the service once before the next deploy.',
  },
  'not-comparable': {
    status: 422,
    title: ({ reason }) => `These two profiles cannot be compared: ${reason}.`,
    remedy: () => 'Choose two of the same event.',
  },
  'of-experiment': {
    status: 404,
    title: ({ service }) => `${service} is what an experiment ran, so it has neither deploys nor replicas.`,
    remedy: () => 'Compare its configurations on the page Experiments. Any two profiles can be compared from the list.',
  },
  'no-deploy': {
    status: 404,
    title: ({ service, event, isImageKnown }) =>
      isImageKnown
        ? `All profiles of ${service} (${event}) are of one image, so there is no deploy to compare.`
        : `No profile of ${service} (${event}) names an image, so there is no deploy to compare.`,
    remedy: ({ isImageKnown }) =>
      isImageKnown
        ? 'Profile it again after the next deploy. Any two profiles can be compared from the list.'
        : 'Imports and JVMs outside containers have no image. Any two profiles can be compared from the list.',
  },
  'no-replicas': {
    status: 404,
    title: ({ service, event }) => `No two containers of ${service} were profiled together (${event}).`,
    remedy: () => 'Profile two or more replicas within ten minutes of each other, with the same event.',
  },
  'profile-pinned': {
    status: 409,
    title: ({ name }) => `“${name}” is pinned, so it is kept.`,
    remedy: () => 'Unpin it first, then delete it.',
  },
  'too-many-notes': {
    status: 409,
    title: ({ limit }) => `This profile has ${limit} notes, the largest number.`,
    remedy: () => 'Delete one that is no longer needed, or put two into one.',
  },
  'quota-reached': {
    status: 507,
    title: ({ usedBytes, quotaBytes }) =>
      `Profiles use ${formatBytes(usedBytes)} of their quota of ${formatBytes(quotaBytes)} (HEARTH_QUOTA_BYTES).`,
    remedy: () =>
      'Nothing was lost, and pinned profiles are never deleted automatically. Delete profiles (they leave the disk an hour later), revoke redacted links, set how long profiles are kept, or raise HEARTH_QUOTA_BYTES and start Hearth again.',
  },
  'disk-full': {
    status: 507,
    title: ({ path }) => `The disk that holds ${path} is full.`,
    remedy: () => 'Nothing was lost. Free some space or delete profiles, then try again.',
  },
  'unknown-format': {
    status: 415,
    title: ({ hint }) => `Hearth cannot read this file: ${hint}.`,
    remedy: ({ remedy }) => remedy,
  },
  'parser-failed': {
    status: 422,
    title: ({ reason }) => `The recording could not be read: ${reason}.`,
    remedy: () => 'Check that the file is complete. If Hearth recorded it, this is a bug: please report it.',
  },
  'parser-limit': {
    status: 413,
    title: ({ limit }) => `Reading was stopped at its ${limit} limit.`,
    remedy: (facts) => parserLimitRemedies[facts.limit]?.(facts) ?? 'This limit is fixed. Record for a shorter time.',
  },
  'import-interrupted': {
    status: 503,
    title: () => 'The collector ended while it read this file. Nothing of it was stored.',
    remedy: () => 'Send the file again in a few seconds: the collector is started again by itself.',
  },
  'body-too-large': {
    status: 413,
    title: ({ body, maxBytes }) => `${bodies[body].title} is larger than ${formatBytes(maxBytes)}.`,
    remedy: ({ body }) => bodies[body].remedy,
  },
  'upload-too-slow': {
    status: 408,
    title: ({ bytes, seconds }) =>
      `The file came too slowly: ${formatBytes(bytes)} in ${seconds} s. Nothing of it was stored.`,
    remedy: () => 'Send it again over a faster connection, or packed: gzip makes a tenth of most recordings.',
  },
}
