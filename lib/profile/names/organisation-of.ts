const topDomains = new Set('com org net io dev eu edu gov co me ai app info biz tech cloud'.split(' '))
/** Below these anybody, or a whole family of programs, has a package. */
const shared =
  /^(?:(?:com|io)\.git(?:hub|lab)|org\.(?:apache|eclipse|jboss|springframework)|com\.google|\w\w\.(?:co|com|ac|gov|org))$/

/**
 * The part of a package that tells whose program it is: as far as a domain goes, or one part.
 *
 *     com.acme.shop.cart     com.acme
 *     org.apache.kafka.log   org.apache.kafka
 *     shop.cart              shop
 */
export function getOrganisation(packageName: string): string {
  const parts = packageName.split('.')
  const isDomain = topDomains.has(parts[0]!) || (parts[0]!.length === 2 && parts.length > 1)
  const length = shared.test(parts.slice(0, 2).join('.')) ? 3 : isDomain ? 2 : 1
  return parts.slice(0, length).join('.')
}
