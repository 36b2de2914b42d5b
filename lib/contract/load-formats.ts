/** Formats in which load generators report requests. */
export const loadFormats = ['jtl', 'k6', 'wrk', 'wrk2', 'hey', 'vegeta'] as const
export type LoadFormat = (typeof loadFormats)[number]

/** Formats whose tool writes each request while the load runs; the other tools write at its end. */
export const liveLoadFormats: readonly LoadFormat[] = ['jtl', 'k6', 'vegeta']

/**
 * Coordinated omission: a client that waits for an answer before it sends the next request measures no request while
 * the service is stuck, so its high percentiles are too low. `possible` in closed loops, `none` in open ones,
 * `corrected` where the tool adds the omitted requests, `unknown` where the results do not say.
 */
export const omissions = ['possible', 'none', 'corrected', 'unknown'] as const
export type Omission = (typeof omissions)[number]

/** Warnings about the percentiles; null where they are as measured. */
export const omissionTexts: Readonly<Record<Omission, string | null>> = {
  possible:
    'Coordinated omission: the load waits for answers, so high percentiles are too low when the service is stuck.',
  unknown: 'Coordinated omission: with k6 only executors of a constant or ramping arrival rate are free of it.',
  none: null,
  corrected: null,
}
