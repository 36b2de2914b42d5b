import { guessFrameKind } from './kind-of-name.ts'
import { kindOfFrame, nameOfFrame, type NamedFrames } from '../model/profile.ts'

/**
 * Gives the package of a method's canonical name, whole, with dots. Empty for the default package and for other names.
 *
 *     com.acme.shop.Cart.total              com.acme.shop
 *     com/acme/shop/Cart$Line.total         com.acme.shop
 *     kotlin.collections.CollectionsKt.map  kotlin.collections
 *     Load.sort                             (empty)
 */
export function packageOfName(name: string): string {
  const segments = segmentsOf(name)
  const typeAt = segments.findIndex((segment) => /^[\p{Lu}$]/u.test(segment))
  // Obfuscators write classes small: then the last two are class and method.
  return segments.slice(0, typeAt < 0 ? Math.max(0, segments.length - 2) : typeAt).join('.')
}

/**
 * Whether a method belongs to the package or to one below it: `com.acme` has `com.acme.shop.Cart.total`, not
 * `com.acmeshop.Cart.total`.
 */
export function isInPackage(name: string, prefix: string): boolean {
  if (prefix === '') return false
  if (name.startsWith(prefix)) return name.length > prefix.length && isSeparator(name[prefix.length]!)
  return name.includes('/') && isInPackage(name.replaceAll('/', '.'), prefix)
}

function segmentsOf(name: string): string[] {
  const open = name.indexOf('(')
  const bare = open > 0 ? name.slice(0, open) : name
  if (bare.includes('::') || bare.includes(' ') || bare.startsWith('[')) return []
  return bare.replaceAll('/', '.').split('.')
}

function isSeparator(char: string): boolean {
  return char === '.' || char === '/'
}

/** Whether a frame is a Java method. An import may not know kinds; then its name tells. */
export function isJavaFrame(named: NamedFrames, frame: number): boolean {
  const kind = kindOfFrame(named, frame)
  return (kind === 'unknown' ? guessFrameKind(nameOfFrame(named, frame)) : kind) === 'java'
}
