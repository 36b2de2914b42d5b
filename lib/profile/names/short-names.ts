/**
 * The part of a name that distinguishes one row from the next, since a column has no space for the parts that all
 * share; the whole name stays in the title. A text of an unexpected form is left as it is.
 */

/**
 * `CheckoutApplication` of `com.acme.shop.CheckoutApplication`, `worker.jar` of `/opt/app/worker.jar`; `Busy.java` is a
 * source file that `java` runs.
 */
export function shortMainClass(mainClass: string): string {
  if (/^[\w./ -]+[.](?:jar|war|java)$/.test(mainClass)) return getLastPart(mainClass, '/')
  return /^[\p{L}\p{N}_$]+([.][\p{L}\p{N}_$]+)+$/u.test(mainClass) ? getLastPart(mainClass, '.') : mainClass
}

/** `search:2026-11-19` of `registry.acme.internal:5000/shop/search:2026-11-19`; digests by their first letters. */
export function shortImage(image: string): string {
  if (!/^[\w.:/@-]+$/.test(image)) return image
  return getLastPart(image, '/').replace(/@sha256:([0-9a-f]{7})[0-9a-f]*$/, '@$1')
}

/** Digits of an id that Docker prints. */
const dockerIdDigits = 12

/** `3f5c9e0b7a21` of the id of a container, or of `sha256:` and the digits of an image. */
export function shortDockerId(id: string): string {
  return id.replace(/^sha256:/, '').slice(0, dockerIdDigits)
}

/** `sha256:3f5c9e0b7a21`; a name of an image that has no digest is left as it is. */
export function shortDigest(image: string): string {
  return /^sha256:[0-9a-f]{64}$/.test(image) ? `sha256:${shortDockerId(image)}` : image
}

const getLastPart = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1) || text
