/** How a page gives the key of its session to the browser (lib/access/session-cookie.ts): names alone. */

/** Asks for the key once. At the top, since browsers send it for addresses beside and below this one. */
export const sessionKeyPath = '/session-key'

/** The user beside the key in HTTP's Basic authentication. */
export const sessionKeyUser = 'hearth'
