/** Unguessable words for links and cookies. They are shown once; the store keeps their hash. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 characters that need no escaping in a URL or a cookie. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Gives the hash of a secret that is stored (SHA-256, hexadecimal); there are no passwords. A plain hash suffices: 256
 * random bits cannot be guessed, however fast the hash.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
