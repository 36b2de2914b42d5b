/**
 * One spelling for a Java method, whichever tool wrote it, so that profiles of perf, async-profiler and an eBPF tool,
 * of two runs and of two JDKs, can be merged and compared.
 *
 *     long com.acme.Foo.bar(int)                                JDK's own perf map (Compiler.perfmap)
 *     Lcom/acme/Foo;::bar            com/acme/Foo:::bar         perf-map-agent; the same after stackcollapse-perf.pl
 *     Lcom/acme/Foo;.bar             com/acme/Foo:.bar          an older perf-map-agent; the same collapsed
 *     com/acme/Foo.bar_[j]           com/acme/Foo.bar(I)J       async-profiler
 *       all become  com.acme.Foo.bar
 *
 * The canonical name has no parameters: two of the three writers leave them out by default, so overloads merge and the
 * signature stays in the raw name. Numbers that a JVM counts up at run time (lambdas, hidden classes, proxies,
 * accessors, generated subclasses) are dropped, since they differ from run to run.
 */
import type { CompileTier } from '../profile/model/profile.ts'

/** Largest number of a line of Java code: a class file has 16 bits for it. */
export const largestJavaLine = 65_535

export interface JavaName {
  /** Canonical, `com.acme.Foo.bar`; for what is not a method, the name as it was written. */
  readonly name: string
  /** False for the interpreter, stubs and adapters, which a symbol map names too. */
  readonly isMethod: boolean
  /** The tier that async-profiler's suffix says, `_[1]` for C1 and so on. */
  readonly tier: CompileTier
}

// `_[j]` says only "compiled": async-profiler means C2 by it, stackcollapse-perf.pl cannot tell C1 from C2.
const tierBySuffix: Readonly<Record<string, CompileTier>> = {
  '_[j]': 'unknown',
  '_[i]': 'inlined',
  '_[0]': 'interpreted',
  '_[1]': 'c1',
}

/** Keeps: a name of no known shape comes back as it is, with `isMethod` false. */
export function canonicalJavaName(raw: string): JavaName {
  const tier = tierBySuffix[raw.slice(-4)]
  const text = tier === undefined ? raw : raw.slice(0, -4)
  const name = fromPerfMapAgent(text) ?? fromDescriptor(text) ?? fromJdk(text) ?? fromAsyncProfiler(text)
  return { name: name === null ? text : withoutRunNumbers(name), isMethod: name !== null, tier: tier ?? 'unknown' }
}

/** perf-map-agent's `unfoldall` writes `caller->inlined->inlined deeper`: the parts, outermost first. */
export function splitInlined(raw: string): string[] {
  if (!raw.includes('->')) return [raw]
  return raw.split('->').filter((part) => part !== '')
}

/** `Lcom/acme/Foo;.bar`, and collapsed `Lcom/acme/Foo:.bar` or, without the L, `com/acme/Foo:.bar`. */
function fromDescriptor(text: string): string | null {
  const [, prefix, owner = '', method = ''] = /^(L?)([^\s()[\]:;]+)[;:]\.(.+)$/s.exec(text) ?? []
  if (prefix === undefined || (prefix === '' && !owner.includes('/'))) return null
  return join(owner, upToParameters(method))
}

/** `Lcom/acme/Foo;::bar(I)J`, also with dots (`dottedclass`), without L and ; (`cleanclass`), or collapsed to `:::`. */
function fromPerfMapAgent(text: string): string | null {
  const at = text.indexOf('::')
  if (at <= 0) return null
  let owner = text.slice(0, at)
  const wrapped = owner.endsWith(';') || text[at + 2] === ':'
  const method = upToParameters(text.slice(text[at + 2] === ':' ? at + 3 : at + 2))
  if (owner.endsWith(';')) owner = owner.slice(0, -1)
  // A plain `A::b` is C++; perf-map-agent's names have the marks of a JVM descriptor.
  if (!wrapped && !owner.includes('/')) return null
  if (wrapped && owner.startsWith('L')) owner = owner.slice(1)
  return join(owner, method)
}

/**
 * `long com.acme.Foo.bar(int)`: return type, blank, dotted class and method, parameters.
 *
 * Source: Method::external_name() and CodeCache::write_perf_map(), JDK 17; blobs stand there under their own name, so
 * `StubRoutines (1)` and `I2C/C2I adapters` must not pass for methods.
 */
function fromJdk(text: string): string | null {
  if (!text.endsWith(')')) return null
  const blank = text.indexOf(' ')
  const open = openingOfLast(text)
  // Types have no blanks, but Kotlin and Groovy method names may: only the first blank counts.
  if (blank <= 0 || open <= blank + 1 || text[open - 1] === ' ') return null
  const dot = text.lastIndexOf('.', open)
  if (dot <= blank + 1 || dot === open - 1) return null
  return join(text.slice(blank + 1, dot), text.slice(dot + 1, open))
}

/** `com/acme/Foo.bar(I)J` or, with its option `dot`, `com.acme.Foo.bar`. Libraries and C++ names are not methods. */
function fromAsyncProfiler(text: string): string | null {
  if (!/^[\p{L}_$][^\s()[\]:;]*[./][^\s()[\]:;/]/u.test(text)) return null
  const open = text.indexOf('(')
  const end = open === -1 ? text.length : open
  const dot = text.lastIndexOf('.', end)
  if (dot <= 0 || dot === end - 1) return null
  const owner = text.slice(0, dot)
  if (owner.includes('/')) return join(owner, text.slice(dot + 1, end))
  // Dotted: `libc.so.6` and `a.out` are files, a Java class starts with a capital letter somewhere before the method.
  return /(^|[.$])\p{Lu}[^.]*(\.0x[0-9a-f]+)?$/u.test(owner) ? join(owner, text.slice(dot + 1, end)) : null
}

function upToParameters(method: string): string {
  const open = method.indexOf('(')
  return open === -1 ? method : method.slice(0, open)
}

function join(owner: string, method: string): string | null {
  return owner === '' || method === '' ? null : `${withDots(owner)}.${method}`
}

/** Slashes to dots, but for the one before a hidden class's address: `Foo$$Lambda/0x7f00`. */
function withDots(owner: string): string {
  return owner.replace(/\/(?!0x[0-9a-f]+$|\d+$)/g, '.')
}

/** Index of the parenthesis that the last one closes, -1 when unbalanced. */
function openingOfLast(text: string): number {
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charCodeAt(at)
    if (char === 41) depth++
    else if (char === 40 && --depth === 0) return at
  }
  return -1
}

/** What a JVM or a code generator counts up while it runs, and what stays when the number goes. */
const runNumbers: readonly (readonly [RegExp, string])[] = [
  // Lambdas: `Foo$$Lambda$14/0x0000000800c03000`, JDK 8 `/1234567`, JDK 21 `$$Lambda/0x7f`, async-profiler `.0x7f`,
  // eBPF profiler `+<hidden>`. Some name the method: `Foo$$Lambda$lambda$wrap$2$2198.0x7f`.
  [/(\$\$Lambda\$[^./+]+)\$\d+(?:[/+](?:0x[0-9a-f]+|\d+|<hidden>)|\.0x[0-9a-f]+)(?=\.|$)/g, '$1'],
  [/\$\$Lambda(?:\$\d+)?(?:[/+](?:0x[0-9a-f]+|\d+|<hidden>)|\.0x[0-9a-f]+)?(?=\.|$)/g, '$$$$Lambda'],
  // Every other hidden class: LambdaForm$MH/0x7f, GeneratedConstructorAccessor+0x7f.
  [/(?:[/+](?:0x[0-9a-f]+|\d+|<hidden>)|\.0x[0-9a-f]+)(?=\.)/g, ''],
  [/\b(Generated(?:Serialization)?(?:Method|Constructor)Accessor)\d+(?=\.)/g, '$1'],
  [/\bjdk\.proxy\d+\./g, 'jdk.proxy.'],
  [/(^|[.$])\$Proxy\d+(?=\.)/g, '$1$$Proxy'],
  // CGLIB and Spring's copy of it: `Foo$$EnhancerBySpringCGLIB$$1a2b3c`, `Foo$$SpringCGLIB$$0`, method `CGLIB$bar$3`.
  [/(\$\$(?:EnhancerBy\w+?|FastClassBy\w+?|KeyFactoryBy\w+?|FastClass|SpringCGLIB))(?:\$\$[0-9a-f]+)+(?=\.)/g, '$1'],
  [/(\.CGLIB\$[^.]+?)\$\d+$/, '$1'],
  [/(\$(?:ByteBuddy|MockitoMock|HibernateProxy|HibernateInstantiator|HibernateAccessOptimizer))\$\w+(?=\.)/g, '$1'],
  [/(_\$\$_jvst)[0-9a-f]+_[0-9a-f]+(?=\.)/g, '$1'],
]

function withoutRunNumbers(name: string): string {
  // Nearly every name has none of them, and this is asked for each distinct address.
  if (!/[$/+]|0x|Accessor|jdk\.proxy/.test(name)) return name
  return runNumbers.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)
}
