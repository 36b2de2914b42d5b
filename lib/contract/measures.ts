/**
 * Measures of a run under load; `failed` is a share of the requests, `cpuMs` CPU time and `allocated` bytes for each.
 */
export const measures = ['perSecond', 'cpuMs', 'allocated', 'p50', 'p90', 'p95', 'p99', 'p999', 'failed'] as const
export type Measure = (typeof measures)[number]
