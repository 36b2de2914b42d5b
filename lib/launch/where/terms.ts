/** The words of names, comments and questions, without their endings. */

/** Gives the words of a text or of a name in camelCase, stemmed: `longestRetryMs` gives longest, retry, ms. */
export function splitTerms(text: string): string[] {
  return (text.match(/\b[A-Za-z]\d+\b|[A-Z]{2,}s?(?![a-z])|[A-Z]?[a-z]+|[A-Z]|\d+/g) ?? []).map(stem)
}

const stems = new Map<string, string>()
function stem(word: string): string {
  let short = stems.get(word)
  if (short === undefined) {
    const lower = word.toLowerCase().replace(/ie[sd]$/, 'y')
    const cut = lower.replace(/(?:ing|ed|es|e|(?<!s)s)$/, '').replace(/([bdgklmnprt])\1$/, '$1')
    short = cut.length >= 3 ? cut : lower
    stems.set(word, short)
  }
  return short
}
