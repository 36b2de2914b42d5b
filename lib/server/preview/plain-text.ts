/** What the one font of the picture has: a character that it lacks would be asked of the network. */
const drawable = /[^\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff…–—·×→•€“”‘’]+/gu

/**
 * A text that can be drawn, whatever it was: no control, no mark that turns the line around, no emoji.
 *
 *     shop 🔥 наш     shop ? ?
 */
export function plainText(text: string, longest: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Z}+/gu, ' ')
    .replace(drawable, '?')
    .trim()
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).trimEnd()}…`
}
