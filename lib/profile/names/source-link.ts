import type { FrameKind } from '../model/profile.ts'

/**
 * Where a person's sources are, with `{path}`, `{file}`, `{class}`, `{package}`, `{method}` and `{line}` to be filled
 * in.
 */
export type SourceTemplate = string

/** A page may lead to the web or to an editor; never to a script. */
const safeSchemes = /^(?:https?|idea|jetbrains|vscode|vscodium|cursor|zed|eclipse\+\w+):/i

/** Why a template cannot be used, for people; null when it can. */
export function validateTemplate(template: SourceTemplate): string | null {
  if (!safeSchemes.test(template))
    return 'It must begin with https:, http:, idea:, jetbrains:, vscode: or another editor.'
  if (!/\{(?:path|file|class|package|method)\}/.test(template))
    return 'It must hold {path}, {file}, {class}, {package} or {method}.'
  return null
}

/**
 * Gives the address of a Java method's source; null for any other frame, and for a template that cannot be used.
 *
 *     https://git.acme.example/shop/blob/main/src/main/java/{path}  with  com.acme.Cart$Line.total
 *     https://git.acme.example/shop/blob/main/src/main/java/com/acme/Cart.java
 *
 * Without a `line`, `{line}` is 1.
 */
export function createSourceLink(
  template: SourceTemplate,
  kind: FrameKind,
  name: string,
  line: number | null = null,
): string | null {
  if (kind !== 'java' || validateTemplate(template) !== null) return null
  const segments = name.replace(/\(.*$/s, '').split(/[./]/)
  const method = segments.pop()!
  const type = segments.pop()
  if (type === undefined || type === '') return null
  // Nested, generated and lambda classes stand in the file of the class around them.
  const file = `${type.split('$')[0]!}.java`
  const parts: Record<string, string> = {
    path: [...segments, file].map(encodeURIComponent).join('/'),
    file: encodeURIComponent(file),
    class: encodeURIComponent([...segments, type].join('.')),
    package: encodeURIComponent(segments.join('.')),
    method: encodeURIComponent(method),
    line: `${line ?? 1}`,
  }
  return template.replaceAll(/\{(path|file|class|package|method|line)\}/g, (_, part: string) => parts[part]!)
}
