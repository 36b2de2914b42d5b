import { type FrameKind } from './profile.ts'

export type ColourMode = 'kind' | 'package'

/** Frames that share a colour and a line of the legend. */
export interface ColourGroup {
  readonly palette: FrameKind | 'package' | 'other'
  /** For people: what the kind is called, or the package. */
  readonly label: string
}

const labels: Record<FrameKind, string> = {
  java: 'Java',
  vm: 'JVM, C++',
  native: 'native library',
  kernel: 'kernel',
  unknown: 'unknown',
  thread: 'thread',
}
const other: ColourGroup = { palette: 'other', label: 'not Java' }

/**
 * The kind decides first; only a frame of unknown kind is judged by its name, so a kernel frame with `::` stays kernel.
 * By package, only Java has groups.
 */
export function colourGroup(mode: ColourMode, kind: FrameKind, name: string): ColourGroup {
  const judged = kind === 'unknown' ? judgeByName(name) : kind
  if (mode === 'kind' || judged === 'thread') return { palette: judged, label: labels[judged] }
  return judged === 'java' ? { palette: 'package', label: packageOf(name) } : other
}

/**
 * What flamegraph.pl's Java palette tells from a bare name: packages written with slashes, `:::` of perf-map-agent, `::`
 * of C++. Dotted names too, which it takes for native.
 */
function judgeByName(name: string): FrameKind {
  if (name === '' || name.startsWith('[')) return 'unknown'
  if (name.includes(':::') || /^L?(?:java|javax|jdk|net|org|com|io|sun)\//.test(name)) return 'java'
  if (name.includes('::')) return 'vm'
  return /^[a-z_][\w$]*[./](?:[a-z_][\w$]*[./])*[A-Z][\w$]*[./][\w$<]/.test(name) ? 'java' : 'native'
}

const domains = new Set(['com', 'org', 'net', 'io', 'de', 'dev', 'eu', 'fr', 'uk', 'ch', 'co', 'me', 'edu', 'gov'])

/** `com.acme.shop` of `com.acme.shop.cart.Cart.total`, `java.util` of `java.util.HashMap.get`: the part that tells who wrote it. */
function packageOf(name: string): string {
  const segments = name.replace(/^L/, '').split(/[./]/)
  const typeAt = segments.findIndex((segment) => /^[A-Z]/.test(segment))
  const packages = segments.slice(0, typeAt < 0 ? Math.max(0, segments.length - 2) : typeAt)
  if (packages.length === 0) return '(no package)'
  return packages.slice(0, domains.has(packages[0]!) ? 3 : 2).join('.')
}
