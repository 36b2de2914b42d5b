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
How these are measured: each part in a new browser, without a warm cache; canvas calls are observed in all three viewers,
  and so are the boxes that come with a page of Hearth.
  Openings are the median of three, each in a new browser. A paint counts when the frame that shows it ends.
  from its bytes   last byte of what is loaded (Hearth: the stored profile; flamebearer: its page with the profile laid out in
                   it; speedscope: the folded text, it has no stored form) to the first paint
  from the link    navigation to the first paint; from the file: from choosing a file (folded; flamebearer: V8's log) to it
  alive            navigation until a click has had an effect: in Hearth, whose page comes with boxes, a click on one in each frame from
                   the first paint on; in the others the first frame that their script drew
  all of it alive  navigation until the viewer's script has drawn: search, keys and menus work too
  complete         navigation until all is loaded and drawn: findings, heat map and stack quality of Hearth come after the graph
  zoom frame       time between two paints while zooming into the widest path and out of it, without a limit of the frame rate
  search           a key press after \`Part4\` to the last paint that it caused, median of seven
  scripts          requested until all of it is alive, before compression, without workers; none where they are in the page itself
  longest task     on the page's main thread, whole session
  memory           anonymous memory of the process of an idle page after garbage collection, with no debugger at its
                   requests; for the profile alone: minus a page of 300 stacks
A dash: it did not finish within four minutes, or its tab crashed.`

/** One line for each figure, one column for each viewer, and the best viewer. A dash where a viewer did not finish. */
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
  /** The value should stay below this; null for a value without a budget. */
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
