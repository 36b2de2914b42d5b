/** What every answer says to the browser about its rights. */

/**
 * Scripts and styles of ours only, by name of this document's nonce; nothing from anywhere else, no frame, no form to
 * another place. React sets `style` attributes in the HTML it sends, hence the one 'unsafe-inline': an attribute runs no code.
 * A worker takes the policy of its own file, which is this one as well. Only a link that was made for it may stand in a frame.
 */
export function contentSecurityPolicy(nonce: string, frameAncestors: "'none'" | '*' = "'none'"): string {
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** For `npm run dev`: React evaluates code to name the frames of an error, and Next's error page has inline styles. */
export function developmentPolicy(nonce: string): string {
  return contentSecurityPolicy(nonce)
    .replace(`script-src`, `script-src 'unsafe-eval'`)
    .replace(/style-src '[^;]*/, `style-src 'self' 'unsafe-inline'`)
}

/** For data, also when somebody opens it in a tab of its own: an exported SVG must not run on our origin. */
export const dataPolicy = `default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export const fixedHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Share links and view states are in URLs: no other site learns them.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
}
