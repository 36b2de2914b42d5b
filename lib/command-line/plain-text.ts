/**
 * A text from a container as a terminal may have it: control characters, which could move the cursor or set the title,
 * and invisible ones, which could make one name look like another, are shown as escapes.
 */
export function plainText(text: string): string {
  // Controls, format characters (zero-width, direction marks), line and paragraph separators, lone surrogates, private use.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`
  })
}

/** The same for a text of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plainText).join('\n')
}
