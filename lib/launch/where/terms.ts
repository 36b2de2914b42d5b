/** The words of names, comments and questions, without their endings. */

/** Gives the words of a text or of a name in camelCase, stemmed: `longestRetryMs` gives longest, retry, ms. */
export function splitTerms(text: string): string[] {
  return (text.match(/\b[A-Za-z]\d+\b|[A-Z]{2,}s?(?![a-z])|[A-Z]?[a-z]+|[A-Z]|\d+/g) ?? []).map(stem)
}

/** Words of a question that say nothing of its answer. */
const stopText =
  'a an and are as at be been before by can come does do each for from get go happen has have how if in is it its kind ' +
  'many may much no not of on one or per take that the their them there these they this to until up use used was we ' +
  'what when where which who why will with'
const stopped = new Set(stopText.split(' '))

const stems = new Map<string, string>()
function stem(word: string): string {
  let short = stems.get(word)
  if (short === undefined) {
    const lower = word.toLowerCase().replace(/ie[sd]$/, 'y')
    const cut = lower.replace(/(?:ing|ed|es|e|(?<!s)s)$/, '').replace(/([bdgklmnprt])\1$/, '$1')
    // "notes" and "noted" are about notes, where "not" says nothing.
    short = cut.length < 3 ? lower : stopped.has(cut) && !stopped.has(lower) ? `${cut}e` : cut
    stems.set(word, short)
  }
  return short
}

/** Words of a question that are not searched for, stemmed. */
export const stopTerms: ReadonlySet<string> = new Set(splitTerms(stopText))
