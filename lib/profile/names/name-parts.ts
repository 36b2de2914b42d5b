/** The parts of a name, as far as they can be recognised. */
export interface NameParts {
  /** Packages or namespaces, the outermost first. */
  readonly scopes: readonly string[]
  /** The class; empty for a plain function, and for a name that only looks like a path. */
  readonly type: string
  /** The method or function; the whole name when it has no parts. */
  readonly member: string
  readonly separator: '.' | '::'
}

/**
 * C++ says `space::Type::member`, HotSpot `com.acme.Type.member`, perf-map-agent `com/acme/Type.member`. Names of
 * files, threads and boxes that only have dots in them (`libc.so.6`, `http-nio-10.0.0.1-exec-2`) are not taken apart.
 */
export function splitName(bareName: string): NameParts {
  const isCpp = bareName.includes('::')
  const separator = isCpp ? '::' : '.'
  const parts = isCpp ? splitOutside(bareName, '::').map(withoutReturnType) : bareName.split(/[./]/)
  const member = parts.pop() ?? ''
  if (!isCpp && !parts.every(startsAsName)) return { scopes: [], type: '', member: bareName, separator }
  const type = parts.pop() ?? ''
  return { scopes: parts, type, member, separator }
}

/** Letters, `_` and `$`. ASCII first, by hand: this is asked of every part of every label. */
function startsAsName(part: string): boolean {
  const unit = part.charCodeAt(0)
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 36
  return /^\p{L}/u.test(part)
}

/**
 * Gives the name up to its parameters. `(anonymous)`, `operator()` and `{lambda(int)#1}` are names, not parameters.
 */
export function bareName(name: string): string {
  let depth = 0
  for (let at = 1; at < name.length; at++) {
    const char = name[at]
    if (char === '<' || char === '{') depth++
    else if (char === '>' || char === '}') depth--
    else if (char === '(' && depth <= 0 && !isPartOfName(name, at)) return name.slice(0, at).trimEnd() || name
  }
  // Brackets that do not close, as in `operator<(`.
  const open = name.indexOf('(', 1)
  return depth > 0 && open > 0 ? name.slice(0, open) : name
}

function isPartOfName(name: string, at: number): boolean {
  return name.endsWith('operator', at) || name.startsWith('(anonymous namespace)', at)
}

/** Splits at a separator that is not inside `<>` or `()`. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '<' || char === '(') depth++
    else if (char === '>' || char === ')') depth--
    else if (depth <= 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at))
      from = at + separator.length
      at = from - 1
    }
  }
  return [...parts, text.slice(from)]
}

/** Template functions carry theirs: `void Closure<true>` of `void Closure<true>::do_oop`. */
function withoutReturnType(part: string, index: number): string {
  const type = /^[\w:*& ]+ (?=[\p{L}_])/u.exec(part)
  return index === 0 && type ? part.slice(type[0].length) : part
}

/** `vector<int, allocator<int> >::at` to `vector<…>::at`. */
export function withoutTemplateArguments(name: string): string {
  let depth = 0
  let shortened = ''
  for (const char of name) {
    if (char === '<' && depth++ === 0) shortened += '<…>'
    else if (char === '>' && depth > 0) depth--
    else if (depth === 0) shortened += char
  }
  return depth === 0 ? shortened : name
}
