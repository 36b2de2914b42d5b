import { Problem } from '../../errors.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Uint8Array(256).fill(255)
for (const [value, char] of Array.from(alphabet).entries()) values[char.charCodeAt(0)] = value

/**
 * Bytes of their base64, itself given as bytes; here, since neither Node 24 nor all browsers have
 * Uint8Array.fromBase64.
 *
 * Throws: Problem `unreadable-profile` for anything but whole groups of four.
 */
export function decodeBase64(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const equals = 61
  let length = text.length
  while (length > 0 && text.length - length < 2 && text[length - 1] === equals) length--
  if (text.length % 4 !== 0) throw damaged()
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let filled = 0
  let bits = 0
  let bitCount = 0
  for (let at = 0; at < length; at++) {
    const value = values[text[at]!]!
    if (value === 255) throw damaged()
    bits = (bits << 6) | value
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[filled++] = (bits >> bitCount) & 255
  }
  return bytes
}

function damaged(): Problem {
  return new Problem('unreadable-profile', { reason: 'its base64 is damaged' })
}
