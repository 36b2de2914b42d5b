import { cutText } from './cut-text.ts'
import { bareName, splitName, withoutTemplateArguments, type NameParts } from './name-parts.ts'

/**
 * Gives as much of a name as fits into `chars`, its useful end last to go. Empty when not even three characters fit.
 *
 *     com.acme.shop.Cart$Line.total(int)    parameters go first
 *     com.acme.shop.Cart$Line.total         then packages shrink to letters, the outermost first
 *     c.acme.shop.Cart$Line.total
 *     c.a.s.Cart$Line.total                 then they go
 *     Cart$Line.total                       then the outer classes
 *     Line.total                            then the class
 *     total                                 the method stays
 *     to…
 */
export function shortName(name: string, chars: number): string {
  if (chars < 3) return ''
  if (name.length <= chars) return name
  const bare = bareName(name)
  if (bare.length <= chars) return bare
  const parts = splitName(bare)
  // A name that ends in a separator has no method; something of it is still better than nothing.
  const shorter = (parts.separator === '::' ? shortCppName(parts, chars) : shortJavaName(parts, chars)) || bare
  return cutText(shorter, chars)
}

/**
 * Class and method only: without package or namespaces, and without parameters.
 *
 *     com.acme.shop.Cart.total                Cart.total
 *     JavaCalls::call_helper(JavaValue*)      JavaCalls::call_helper
 *     java.lang.String                        String
 *     __x64_sys_futex, [unknown], libc.so.6   stay as they are
 */
export function simpleName(name: string): string {
  const bare = bareName(name)
  const { scopes, type, member, separator } = splitName(bare)
  const isClass = (part: string) => /^\$*\p{Lu}/u.test(part)
  if (separator === '.' && !isClass(type)) return type !== '' && isClass(member) ? member : name
  return scopes.length === 0 ? bare : `${type}${separator}${member}`
}

/** Tells whether a leaf is a class or an array, not a method: `java.lang.Object`, `byte[]`. */
export function isClassName(name: string): boolean {
  return /^(?:.*[./])?\$*\p{Lu}[^.]*$|\[\]$/su.test(name)
}

/** The longest form that fits, else the shortest. */
function shortJavaName({ scopes, type, member }: NameParts, chars: number): string {
  if (type === '') return member
  let length = scopes.reduce((sum, scope) => sum + scope.length + 1, type.length + 1 + member.length)
  for (let shrunk = 1; shrunk <= scopes.length; shrunk++) {
    length -= Math.max(0, scopes[shrunk - 1]!.length - 1)
    if (length <= chars) {
      return [...scopes.map((scope, index) => (index < shrunk ? scope.slice(0, 1) : scope)), type, member].join('.')
    }
  }
  const inner = innerClass(type)
  const method = withoutLambda(member)
  const forms = [`${type}.${member}`, `${inner}.${member}`, `${inner}.${method}`, member]
  return forms.find((form) => form !== '' && form.length <= chars) ?? method
}

/** The longest form that fits, else the shortest. */
function shortCppName({ scopes, type, member }: NameParts, chars: number): string {
  const plain = [...scopes, type, member].map(withoutTemplateArguments)
  const forms = plain.map((_, outer) => plain.slice(outer).join('::'))
  return forms.find((form) => form !== '' && form.length <= chars) ?? forms.at(-1)!
}

/** Gives `Line` of `Cart$Line`; parts of a compiler or generator (`Cart$1`, `Cart$$Lambda`) stay with their class. */
function innerClass(type: string): string {
  return /^.*[^$]\$(\p{Lu}.*)$/su.exec(type)?.[1] ?? type
}

/** `lambda$total$0`, in Kotlin `total$lambda$0`, to `total$0`. */
function withoutLambda(method: string): string {
  return method.replace(/^lambda\$(?=.)/, '').replace('$lambda$', '$')
}
