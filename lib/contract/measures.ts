/**
 * Measures of a run under load: `perSecond` is requests; `p50` to `p999` are latencies in ms; `failed` is a share (0 to
 * 1) of the requests, `cpuMs` CPU time and `allocated` bytes for each.
 */
export const measures = ['perSecond', 'cpuMs', 'allocated', 'p50', 'p90', 'p95', 'p99', 'p999', 'failed'] as const
export type Measure = (typeof measures)[number]
