/** Ranks the entries that `npm run where` lists: which fit the words of a question best. */
import type { CodeEntry } from './read-entries.ts'
import { splitTerms, stopTerms } from './terms.ts'
import { fitPhrase } from './texts.ts'

/** Lines of words of which one is searched for as the others are, too: the field's, and those of names in this code. */
const synonyms = [
  'limit max maximum most longest largest',
  'min minimum least smallest threshold',
  'timeout wait deadline silence pause ms long seconds',
  'often every interval poll',
  'soon delay debounce typing',
  'retry again backoff',
  'lifetime age expire days',
  'heartbeat keepalive alive',
  'wide width px w',
  'high height px h',
  'large size bytes',
  'default usual',
  'colour color',
  'order sort compare',
  'opacity transparent alpha',
  'parallel concurrent once',
  'compress pack gzip',
  'delete remove trash',
  'login sign',
  'error problem failure',
  'permission right may',
].map(splitTerms)

/** How much a word counts in the name of an entry, in its comment, and in its value. */
const fieldWeights = { name: 3, note: 2, body: 1.2 } as const
/** So much of it counts for what is inside of that entry. */
const innerShare = 0.5
/** How well a word fits whose beginning alone is asked for, and a synonym; the same word is 1. */
const beginningFit = 0.7
const synonymFit = 0.5

const mostResults = 12
const mostRows = 3
const mostTexts = 3
/** A row has at least this share of the words, by their weights. */
const leastRowShare = 0.75

/** Gives the words of a question that are searched for, stemmed. */
export function searchedTerms(question: string): string[] {
  const asked = [...new Set(splitTerms(question))]
  const others = asked.filter((term) => !stopTerms.has(term))
  return others.length > 0 ? others : asked
}

/**
 * Gives the entries that fit a question best, 12 in all: first up to 3 texts that have its words as they were typed,
 * then up to 3 rows, then the best of each file. A word weighs by how few entries have it.
 */
export function rankEntries(all: readonly CodeEntry[], question: string): CodeEntry[] {
  const entries = all.filter(({ kind }) => kind !== 'text')
  const fits = searchedTerms(question).map(createFit)
  const ownScores = new Map<CodeEntry, number[]>()
  const counts = fits.map(() => 0)
  for (const entry of entries) {
    const scores = fits.map((fit) => scoreTerm(entry, fit))
    if (scores.every((score) => score === 0)) continue
    ownScores.set(entry, scores)
    for (const [index, score] of scores.entries()) if (score > 0) counts[index]!++
  }
  const weights = counts.map((count) => (count === 0 ? 0 : Math.log(1 + entries.length / count)))
  const sum = (weigh: (index: number) => number): number =>
    weights.reduce((total, weight, index) => total + weight * weigh(index), 0)
  const scoreAt = (entry: CodeEntry | null, index: number): number =>
    entry === null ? 0 : Math.max(ownScores.get(entry)?.[index] ?? 0, innerShare * scoreAt(entry.parent, index))
  const ranked = [...ownScores.keys()].map((entry) => {
    const scores = fits.map((_, index) => scoreAt(entry, index))
    const share = sum((index) => Math.sign(scores[index]!)) / sum(() => 1)
    const factor = (entry.hasNumber ? 1.2 : 1) * (entry.kind === 'line' || entry.kind === 'file' ? 0.7 : 1)
    return { entry, share, score: sum((index) => scores[index]!) * share ** 2 * factor }
  })
  ranked.sort((a, b) => b.score - a.score)
  const rows = ranked.filter(({ entry, share }) => entry.kind === 'row' && share >= leastRowShare).slice(0, mostRows)
  const files = new Set<string>()
  const texts = rankTexts(all, question).filter(({ file }) => !files.has(file) && files.add(file))
  const code = ranked.filter(({ entry: { kind, file } }) => kind !== 'row' && !files.has(file) && files.add(file))
  return [...texts.slice(0, mostTexts), ...[...rows, ...code].map(({ entry }) => entry)].slice(0, mostResults)
}

/** Gives the texts that have the words of a question as they were typed; first those of which they are most. */
function rankTexts(entries: readonly CodeEntry[], question: string): CodeEntry[] {
  const phrase = splitTerms(question)
  const fits = entries.map((entry) => ({ entry, fit: fitPhrase(entry.pieces, phrase) }))
  return fits
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ entry }) => entry)
}

/** How well a word of the code fits one of the question, from 0 to 1. */
type Fit = (term: string) => number

function createFit(asked: string): Fit {
  const others = new Set(synonyms.filter((terms) => terms.includes(asked)).flat())
  const fits = new Map<string, number>()
  const compare: Fit = (term) => {
    if (term === asked) return 1
    const isBeginning = asked.length >= 4 && term.startsWith(asked)
    if (isBeginning || (term.length >= 5 && asked.startsWith(term))) return beginningFit
    return others.has(term) ? synonymFit : 0
  }
  return (term) => {
    const fit = fits.get(term) ?? compare(term)
    fits.set(term, fit)
    return fit
  }
}

function scoreTerm({ terms }: CodeEntry, fit: Fit): number {
  let best = 0
  for (const field of ['name', 'note', 'body'] as const)
    for (const term of terms[field]) best = Math.max(best, fit(term) * fieldWeights[field])
  return best
}
