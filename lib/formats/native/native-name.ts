/**
 * Gives one spelling for a function of C, C++, Go or Rust, however a profiler printed it: without parameters, return
 * types of templates and Rust's hashes, which are noise in a box. The raw name keeps them.
 *
 *     JavaCalls::call_helper(JavaValue*, Thread*)                    JavaCalls::call_helper
 *     void sort<int, (Order)1>(int*, bool (*)(int))                  sort<int, (Order)1>
 *     std::function<int (int, int)>::operator()(int, int) const      std::function<int (int, int)>::operator()
 *     main::{lambda(int)#1}::operator()(int) const                   main::{lambda(int)#1}::operator()
 *     Pricing_scan_0d3c9e2f7a1b4c5d6e7f8091a2b3c4d5e6f70819          Pricing_scan
 *     _$LT$T$u20$as$u20$core..fmt..Debug$GT$::fmt::h47fa4b8545196b9b <T as core::fmt::Debug>::fmt
 */
export function canonicalNativeName(symbol: string): string {
  const rust = rustName(symbol)
  if (rust !== symbol) return rust
  const withoutHash = symbol.replace(nativeImageHash, '')
  if (withoutHash !== symbol) return withoutHash
  // Go's `(*T).method` are no parameters.
  if (!symbol.includes('(') || /\.\(.*\)\./.test(symbol)) return symbol
  return withoutParameters(symbol)
}

/**
 * GraalVM's native images hash the signature and the declaring class, and with these the build. Source:
 * NativeImage.localSymbolNameForMethod.
 */
const nativeImageHash = /(?<=\w)_[0-9a-f]{40}(?=$|\.)/

/**
 * What Rust's legacy mangling leaves when a tool has undone only its frame, `_ZN` and lengths; other names as they are.
 */
export function rustName(symbol: string): string {
  const isEscaped = /\$(LT|GT|RF|BP|SP|LP|RP|C|u[0-9a-f]{1,6})\$/.test(symbol)
  const hash = /::h[0-9a-f]{16}(?=\.llvm\.\d+$|$)/.exec(symbol)
  if (!isEscaped && hash === null) return symbol
  const path = hash === null ? symbol : symbol.slice(0, hash.index)
  return path
    .replace(/(^|::)_\$/g, '$1$')
    .replace(/\$(\w{1,7})\$/g, (escape, name: string) => escapes[name] ?? characterOf(name) ?? escape)
    .replaceAll('..', '::')
}

/** Source: the legacy symbol names of rustc, as rustc-demangle reads them. */
const escapes: Readonly<Record<string, string>> = {
  ...{ LT: '<', GT: '>', LP: '(', RP: ')' },
  ...{ RF: '&', BP: '*', SP: '@', C: ',' },
}

function characterOf(escape: string): string | null {
  const code = /^u([0-9a-f]{1,6})$/.exec(escape)?.[1]
  return code === undefined || Number.parseInt(code, 16) > 0x10ffff
    ? null
    : String.fromCodePoint(Number.parseInt(code, 16))
}

/** Removes each list of parameters in no other bracket, with its qualifiers up to the next `::`. */
function withoutParameters(symbol: string): string {
  const brackets = findBrackets(symbol)
  let name = ''
  let from = 0
  for (const { open, close } of brackets) {
    if (open < from) continue
    name += symbol.slice(from, open)
    const rest = /^(?: const| volatile| &&?| \[[^\]]*\])*(?=::)/.exec(symbol.slice(close + 1))
    if (rest === null) return withoutReturnType(name)
    from = close + 1 + rest[0].length
  }
  return withoutReturnType(name + symbol.slice(from))
}

/** Operators with brackets that are part of the name. */
const operatorPattern = /\boperator(?:\(\)|->\*?|<=>|<<=?|>>=?|[<>]=?)/y

/** The lists of parameters, by the places of their parentheses; a list that does not end goes to the end. */
function findBrackets(symbol: string): { open: number; close: number }[] {
  const lists: { open: number; close: number }[] = []
  let depth = 0
  let open = -1
  for (let at = 0; at < symbol.length; at++) {
    const char = symbol[at]
    if (char === 'o') {
      operatorPattern.lastIndex = at
      at += operatorPattern.exec(symbol)?.[0].length ?? 1
      at--
      continue
    }
    if (char === '(' && depth === 0 && !isName(symbol, at)) open = at
    if (char === '(' || char === '<' || char === '{' || char === '[') depth++
    const closes = char === ')' || char === '}' || char === ']' || (char === '>' && symbol[at - 1] !== '-')
    if (!closes || depth === 0) continue
    depth--
    if (depth > 0 || open === -1) continue
    if (char === ')') lists.push({ open, close: at })
    open = -1
  }
  return open > 0 ? [...lists, { open, close: symbol.length }] : lists.filter((list) => list.open > 0)
}

/** `(anonymous namespace)`, `(anonymous class)`. */
function isName(symbol: string, at: number): boolean {
  return symbol.startsWith('(anonymous ', at)
}

/** Removes `void ` before a template function: only these have it. The text after `operator` is its name. */
function withoutReturnType(name: string): string {
  if (!name.endsWith('>') || !name.includes(' ')) return name
  let depth = 0
  for (let at = name.length - 1; at > 0; at--) {
    const char = name[at]!
    if (char === '>' && name[at - 1] !== '-') depth++
    else if (')]}'.includes(char)) depth++
    else if ('<([{'.includes(char)) depth--
    else if (char === ' ' && depth === 0)
      return /\boperator[^\w\s]*$/.test(name.slice(0, at)) ? name : name.slice(at + 1)
  }
  return name
}
