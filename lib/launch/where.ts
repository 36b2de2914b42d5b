/** `npm run where -- WORDS`: lists where the code decides something, by the words of a question. */
import { endUnlessKnown } from './end-unless-known.ts'
import { rankEntries, searchedTerms } from './where/rank-entries.ts'
import { readEntries, type CodeEntry } from './where/read-entries.ts'

const usage = `usage: npm run where -- WORDS

Lists first the texts that have the words as they were typed, then which rows of "Where is ...?", declarations, texts
and numbers of the code fit them best:
  npm run where -- how long an idle connection lives`

const question = process.argv.slice(2).join(' ')
const terms = searchedTerms(question)
// A word such as --fail-if is of the question.
const asksForHelp = process.argv.slice(2).some((word) => word === '-h' || word === '--help')
endUnlessKnown(asksForHelp || terms.length === 0 ? ['-h'] : [], [], usage)

const wanted = new RegExp(terms.map((term) => term.replace(/y$/, '')).join('|'), 'i')
const entries = readEntries((text) => wanted.test(text))
const lines = rankEntries(entries, question).map(formatEntry)
process.stdout.write(`${lines.join('\n') || 'Nothing has these words.'}\n`)

/** `file:line  name = value`, and below it the first sentence of its comment; of a row its answer. */
function formatEntry({ kind, file, line, title, note }: CodeEntry): string {
  const shown = kind === 'row' ? note : (/^.*?\.(?= |$)/.exec(note)?.[0] ?? note)
  return `${file}:${line}  ${title}${shown && `\n    ${shown}`}`
}
