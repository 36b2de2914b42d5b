import type { FrameKind } from '../model/profile.ts'

/**
 * Go writes the path of an import with slashes, which may begin with a domain, and a package in small letters behind
 * the last one: `github.com/acme/shop.Cart.Total`, `net/http.(*conn).serve`. A hidden class of Java is
 * `com.acme.Cart$$Lambda/0x00007f.run`.
 */
const goNames = [
  /^[a-z\d-]+(?:\.[a-z\d-]+)+\/(?!0x)/,
  /^(?:net|io)\/(?:[a-z\d]+\/)*[a-z\d]+\.(?:\(\*|[A-Z]|[a-z]\w*(?:\.func\d|$))/,
]

/**
 * Guesses the kind from a bare name as flamegraph.pl's Java palette does: packages with slashes, `:::` of
 * perf-map-agent, `::` of C++. Dotted names are Java here, too, which it takes for native.
 */
export function guessFrameKind(name: string): FrameKind {
  if (name === '' || name.startsWith('[')) return 'unknown'
  if (goNames.some((pattern) => pattern.test(name))) return 'native'
  if (name.includes(':::') || /^L?(?:java|javax|jdk|net|org|com|io|sun)\//.test(name)) return 'java'
  if (name.includes('::')) return 'vm'
  return /^[a-z_][\w$]*[./](?:[a-z_][\w$]*[./])*[A-Z][\w$]*[./][\w$<]/.test(name) ? 'java' : 'native'
}
