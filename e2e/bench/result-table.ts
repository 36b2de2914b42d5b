import type { Figures } from './measure.ts'

type Cell = readonly [title: string, figure: keyof Figures, unit: string]

const cells: readonly Cell[] = [
  ['first paint, from its bytes', 'fromBytes', 'ms'],
  ['first paint, from the link', 'fromLink', 'ms'],
  ['alive, from the link', 'alive', 'ms'],
  ['all of it alive, from the link', 'allAlive', 'ms'],
  ['complete, from the link', 'complete', 'ms'],
  ['first paint, from the file', 'fromFile', 'ms'],
  ['zoom frame, median', 'zoomMedian', 'ms'],
  ['zoom frame, p99', 'zoomP99', 'ms'],
  ['search', 'search', 'ms'],
  ['scripts until all is alive', 'scripts', 'kB'],
  ['longest task', 'longestTask', 'ms'],
  ['memory of the page', 'memory', 'MiB'],
  ['... for the profile alone', 'memoryOfProfile', 'MiB'],
]

export const explanation = `
How these are taken: each part in a new browser, without a warm cache; canvas calls are watched alike in all three viewers,
  and the boxes that come with a page of Hearth.
  Openings are the median of three, each in a new browser. A picture counts when the frame that shows it is over, wherever it was drawn.
  from its bytes   last byte of what is loaded (Hearth: the stored profile; flamebearer: its page with the profile laid out in
                   it; speedscope: the folded text, it has no stored form) to the first picture
  from the link    navigation to the first picture; from the file: a file given to the page (folded; flamebearer: V8's log) to it
  alive            navigation until a click has changed the picture: of Hearth, which brings boxes along, a click on one in each frame from
                   the first picture on; of the others the first frame that their script drew
  all of it alive  navigation until the viewer's script has drawn: search, keys and menus answer too
  complete         navigation until nothing is on its way: findings, heat map and stack quality of Hearth come after the graph
  zoom frame       time between two pictures while zooms into the widest path and out of it are drawn, the screen's rate unbound
  search           a letter behind \`Part4\` to the last picture it changed, median of seven
  scripts          asked for until all of it is alive, before compression, without workers; none where they are in the page itself
  longest task     on the page's main thread, whole session
  memory           anonymous memory of the process of a page that was opened and rests, after collection, with no debugger at its
                   requests; for the profile alone: minus a page of 300 stacks
A dash: it did not get there within four minutes, or its tab was gone.`

/** One line a figure, one column a viewer, and who is ahead. A viewer that did not get there is a dash. */
export function comparisonTable(title: string, byViewer: Readonly<Record<string, Figures>>): string {
  const names = Object.keys(byViewer)
  const rows = cells.map(([what, figure, unit]) => {
    const values = names.map((name) => byViewer[name]![figure])
    const best = Math.min(...values.filter((value) => !Number.isNaN(value)))
    return [`${what}, ${unit}`, ...values.map(formatFigure), names[values.indexOf(best)] ?? '-']
  })
  return textTable(title, ['', ...names, 'ahead'], rows)
}

export interface Budget {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The value is to stay below this; null for what is only told. */
  readonly limit: number | null
}

export function budgetTable(title: string, budgets: readonly Budget[]): string {
  const rows = budgets.map(({ what, value, unit, limit }) => [
    what,
    `${formatFigure(value)} ${unit}`,
    limit === null ? '' : `${limit} ${unit}`,
    limit === null ? '' : value < limit ? 'kept' : 'MISSED',
  ])
  return textTable(title, ['', 'measured', 'below', ''], rows)
}

function textTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('   ')
  return ['', title, line(head), ...rows.map(line), ''].join('\n')
}

function formatFigure(value: number): string {
  if (Number.isNaN(value)) return '-'
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
