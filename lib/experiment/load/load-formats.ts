/** In what load generators report requests. */
export const loadFormats = ['jtl', 'k6', 'wrk', 'wrk2', 'hey', 'vegeta'] as const
export type LoadFormat = (typeof loadFormats)[number]
