/**
 * As much of a name as fits, its useful end last to go: parameters go first, then packages shrink to letters, then they
 * go, then the class; a method that is still too long is cut. Empty when not even three characters fit.
 *
 *     com.acme.shop.Cart.total(int)     29 characters
 *     com.acme.shop.Cart.total          24
 *     c.a.s.Cart.total                  16
 *     Cart.total                        10
 *     total                             5
 *     to…                               3
 */
export function shortName(name: string, chars: number): string {
  if (chars < 3) return ''
  if (name.length <= chars) return name
  const plain = name.slice(0, bareLength(name))
  if (plain.length <= chars) return plain
  const { packages, type, member } = partsOf(plain)
  const letters = packages.map((part) => part.slice(0, 1))
  const qualified = [...(type === '' ? [] : [type]), member].join(plain.includes('::') ? '::' : '.')
  const candidates = [[...letters, qualified].join('.'), qualified, member]
  const fitting = candidates.find((candidate) => candidate !== '' && candidate.length <= chars)
  return fitting ?? `${(member === '' ? plain : member).slice(0, chars - 1)}…`
}

/** Length without parameters. A name that starts with one, `(anonymous)`, has none. */
function bareLength(name: string): number {
  const open = name.indexOf('(')
  return open > 0 ? open : name.length
}

/** C++ says `space::Type::member`, HotSpot `com.acme.Type.member`, perf-map-agent `com/acme/Type.member`. */
function partsOf(name: string): { packages: string[]; type: string; member: string } {
  const isCpp = name.includes('::')
  const parts = isCpp ? name.split('::') : name.split(/[./]/)
  const member = parts.pop() ?? ''
  const type = parts.pop() ?? ''
  return { packages: parts, type, member }
}
