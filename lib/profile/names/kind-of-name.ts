import type { FrameKind } from '../model/profile.ts'

/**
 * What flamegraph.pl's Java palette tells from a bare name: packages written with slashes, `:::` of perf-map-agent, `::`
 * of C++. Dotted names too, which it takes for native.
 */
export function guessFrameKind(name: string): FrameKind {
  if (name === '' || name.startsWith('[')) return 'unknown'
  if (name.includes(':::') || /^L?(?:java|javax|jdk|net|org|com|io|sun)\//.test(name)) return 'java'
  if (name.includes('::')) return 'vm'
  return /^[a-z_][\w$]*[./](?:[a-z_][\w$]*[./])*[A-Z][\w$]*[./][\w$<]/.test(name) ? 'java' : 'native'
}
