/** Names of engines for people: one table for pages, the command line, and notes on profiles. */
export const engineTitles = {
  'async-profiler': 'async-profiler',
  perf: 'perf',
  bpftrace: 'bpftrace',
  jfr: 'JFR',
} as const

/** Stands between the engines of a merged profile: `async-profiler + jfr`. */
export const engineSeparator = ' + '

/** Gives the engines of a profile: several where it was merged. */
export const splitEngines = (engine: string): string[] => engine.split(engineSeparator)

/** Gives the title of an engine that a profile names, of each where it was merged; imports bring names of their own. */
export function getEngineLabel(engine: string): string {
  const titleOf = (one: string) =>
    Object.hasOwn(engineTitles, one) ? engineTitles[one as keyof typeof engineTitles] : one
  return splitEngines(engine).map(titleOf).join(engineSeparator)
}
