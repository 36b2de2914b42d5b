/**
 * The name of a service as one segment of a path. A slash in it, `acme/shop`, cannot be percent-encoded: paths in which
 * two layers could see different segments (`%2f`, `..`) are refused before anything reads them. So the bytes that are
 * no letter, digit, `-` or `_`, nor a dot between such, become `~` and two hexadecimal digits.
 *
 *     acme/shop       acme~2fshop
 *     checkout 2.1    checkout~202.1
 */
export function writeServiceSegment(service: string): string {
  const bytes = new TextEncoder().encode(service)
  const text = Array.from(bytes, (byte, at) => {
    const character = String.fromCharCode(byte)
    return (at === 0 ? /[\w-]/ : /[\w.-]/).test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`
  }).join('')
  return text === '' ? '~' : text
}

/** The name again; null when no name is written like that. */
export function readServiceSegment(segment: string): string | null {
  if (segment === '~') return ''
  if (!/^([\w.-]|~[0-9a-f]{2})+$/.test(segment)) return null
  const bytes = segment
    .match(/~..|[^~]/g)!
    .map((one) => (one[0] === '~' ? parseInt(one.slice(1), 16) : one.charCodeAt(0)))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null // bytes that are no UTF-8 are no name
  }
}
