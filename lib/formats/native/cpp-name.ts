/**
 * The readable part of a C++ symbol: `_ZN9JavaCalls11call_helperEP9JavaValue` to `JavaCalls::call_helper`. Parameters are not
 * read, arguments of templates become `<>`; what is not understood stays as it is.
 *
 * Source: the Itanium C++ ABI, 5.1 External Names.
 */
export function cppName(symbol: string): string {
  const reader = { text: symbol.replace(/\.(?:isra|part|constprop|cold|lto_priv)\.?\d*(?=$|\.).*$/, ''), at: 2 }
  if (!/^_ZT?[NLKV\d]/.test(reader.text) || symbol.startsWith('_ZT')) return symbol
  const isNested = reader.text[reader.at] === 'N'
  if (isNested) reader.at++
  const names: string[] = []
  for (;;) {
    const step = readStep(reader, names.at(-1))
    if (step === null) break
    if (step === '<>') names.push(`${names.pop() ?? ''}<>`)
    else if (step !== '') names.push(step)
    if (!isNested && names.length > 0 && reader.text[reader.at] !== 'I') break
  }
  const isWhole = names.length > 0 && (!isNested || reader.text[reader.at] === 'E')
  return isWhole ? names.join('::') : symbol
}

interface Reader {
  readonly text: string
  at: number
}

const substitutions: Readonly<Record<string, string>> = { t: 'std', a: 'std::allocator', s: 'std::string' }

/** null at the end or at what is not known; empty for what has no name, such as `const`. */
function readStep(reader: Reader, last: string | undefined): string | null {
  const rest = reader.text.slice(reader.at)
  const length = /^\d{1,4}/.exec(rest)?.[0]
  if (length !== undefined) {
    const name = rest.slice(length.length, length.length + Number(length))
    reader.at += length.length + name.length
    return name.length < Number(length) ? null : name.startsWith('_GLOBAL__N') ? '(anonymous namespace)' : name
  }
  const [skipped] = /^[KVrRO L]/.exec(rest) ?? []
  if (skipped !== undefined) {
    reader.at++
    return ''
  }
  if (/^[CD][0-5]/.test(rest) && last !== undefined) {
    reader.at += 2
    return (rest.startsWith('D') ? '~' : '') + last.replace(/<>$/, '')
  }
  const known = /^S([tas])/.exec(rest)?.[1]
  if (known !== undefined) {
    reader.at += 2
    return substitutions[known]!
  }
  if (rest.startsWith('I')) return skipArguments(reader) ? '<>' : null
  return null
}

/** Over `I...E`; false when it does not end. */
function skipArguments(reader: Reader): boolean {
  const { text } = reader
  let depth = 0
  while (reader.at < text.length) {
    const rest = text.slice(reader.at, reader.at + 12)
    const length = /^\d{1,4}/.exec(rest)?.[0]
    if (length !== undefined) reader.at += length.length + Number(length)
    else if (/^L[a-z]/.test(rest)) reader.at = text.indexOf('E', reader.at) + 1 || text.length
    else {
      if (/^[INXJFL]/.test(rest)) depth++
      if (rest.startsWith('E')) depth--
      reader.at += /^[ST][0-9A-Z]*_/.exec(rest)?.[0].length ?? (/^S[a-z]/.test(rest) ? 2 : 1)
      if (depth === 0) return true
    }
  }
  return false
}
