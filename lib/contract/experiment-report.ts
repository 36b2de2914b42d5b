/** An experiment as a report: configurations, effects of each variable, functions, runs that are left out. */
import { formatCount, formatCountOf, formatQValue } from '../profile/format/units.ts'
import { formatMoment } from './profile-title.ts'
import {
  changeText,
  concludeEffects,
  explainEffectTests,
  formatChange,
  formatInterval,
  intervalText,
  formatMeasure,
  formatRange,
  measureLabels,
} from './describe-effects.ts'
import {
  concludeFunctions,
  describeOmissions,
  formatChanged,
  formatCost,
  formatCostChange,
  formatMostlyIn,
  testTexts,
} from './describe-functions.ts'
import { computeVariableEffects, listVariables } from './experiment-effects.ts'
import type { FunctionChanges } from './experiment-functions.ts'
import type { Experiment, MeasureEffect, VariableEffect } from './experiments.ts'
import { describeMeasuredPart } from './measured-part.ts'
import type { Measure } from './measures.ts'
import { listShownMeasures, type Spread, summariseRuns } from './summarise-runs.ts'

/** Changes of functions by a variable's value, or why they cannot be worked out. */
export interface ValueFunctions extends Pick<VariableEffect, 'variable' | 'from' | 'to'> {
  readonly changes: FunctionChanges | null
  readonly problem: string | null
}

type ReportCell = string | { readonly strong: string }

/** A part of a report: plain text everywhere. `strong` stands before a text, or is a cell. */
export type ReportPart =
  | { readonly title: string; readonly level: 1 | 2 }
  | { readonly strong?: string; readonly text: string }
  | { readonly titles: readonly string[]; readonly rows: readonly (readonly ReportCell[])[] }

/** Gives the parts of a report. `mark`: how a reader sees a cell that is `strong`. */
export function describeExperiment(
  experiment: Experiment,
  functions: readonly ValueFunctions[],
  mark = 'in bold',
): ReportPart[] {
  const { name, service, configurations, repetitions, runs, startedAt } = experiment
  const planned = configurations.length * repetitions
  return [
    { title: name, level: 1 },
    {
      text: `Service ${service}, ${formatCount(runs.length)} of ${formatCountOf(planned, 'run')}, started ${formatMoment(startedAt)}.`,
    },
    { title: 'Configurations', level: 2 },
    describeConfigurations(experiment),
    { text: `Median over the repetitions, with the lowest and the highest run. ${describeMeasuredPart(runs)}` },
    ...describeEffects(experiment, mark),
    ...describeFunctions(functions),
    ...describeMarked(experiment),
  ]
}

function describeConfigurations({ configurations, runs }: Experiment): ReportPart {
  const variables = listVariables(configurations)
  const measures = listShownMeasures(runs)
  const titles = measures.map((measure) => `${measureLabels[measure].title}, ${measureLabels[measure].unit}`)
  const rows = configurations.map(({ number, values }) => {
    const ofIt = runs.filter(({ configuration }) => configuration === number)
    const { whole, spreads } = summariseRuns(ofIt)
    const own = variables.map((name) => (Object.hasOwn(values, name) ? values[name]! : '–'))
    const counted = ofIt.length > whole ? `${whole}, ${ofIt.length - whole} left out` : String(whole)
    return [String(number), ...own, counted, ...measures.map((measure) => formatSpread(measure, spreads[measure]))]
  })
  return { titles: ['Configuration', ...variables, 'Runs', ...titles], rows }
}

function formatSpread(measure: Measure, spread: Spread | null): string {
  if (spread === null) return '–'
  const range = formatRange(measure, spread.low, spread.high)
  return [formatMeasure(measure, spread.median), ...(range === null ? [] : [`(${range})`])].join(' ')
}

function describeEffects(experiment: Experiment, mark: string): ReportPart[] {
  const effects = computeVariableEffects(experiment)
  if (effects.length === 0) return []
  const measures = listShownMeasures(experiment.runs)
  const rows = effects.map(({ variable, from, to, pairs, measures: ofMeasures }) => [
    describeChange(variable, from, to),
    pairs.length === 0 ? 'No two configurations differ in this alone' : concludeEffects(ofMeasures),
    ...measures.map((measure) => describeEffect(measure, ofMeasures[measure])),
  ])
  return [
    { title: 'Effect of each variable', level: 2 },
    { titles: ['Variable', 'What the runs show', ...measures.map((measure) => measureLabels[measure].title)], rows },
    {
      text: `${changeText} ${intervalText} ${explainEffectTests(mark)}`,
    },
  ]
}

function describeChange(variable: string, from: string, to: string): string {
  return `${variable}: ${from} to ${to}`
}

function describeEffect(measure: Measure, effect: MeasureEffect | null): ReportCell {
  if (effect === null || effect.change === null) return '–'
  const { change, q, isSignificant } = effect
  const interval = formatInterval(measure, effect)
  const text = [
    formatChange(measure, change),
    ...(interval === null ? [] : [interval]),
    ...(q === null ? [] : [formatQValue(q)]),
  ].join('; ')
  return isSignificant ? { strong: text } : text
}

function describeFunctions(functions: readonly ValueFunctions[]): ReportPart[] {
  if (functions.length === 0) return []
  return [
    { title: 'Packages and functions', level: 2 },
    ...functions.flatMap(({ variable, from, to, changes, problem }): ReportPart[] => {
      const strong = `${describeChange(variable, from, to)}.`
      if (changes === null) return [{ strong, text: problem ?? '' }]
      const { result } = changes
      const rows = (result?.changes ?? []).map((change) => {
        const { before, after, change: delta, q } = change[change.delta]
        const { count } = change.explains
        return [
          ...[`${formatChanged(change)}${formatMostlyIn(change)}`, formatCostChange(delta), formatQValue(q)],
          ...[before, after].map(formatCost),
          count === 0 ? '–' : `${count} ${count === 1 ? 'other' : 'others'}`,
        ]
      })
      const more =
        result === null || result.more === 0 ? [] : [`${formatCountOf(result.more, 'smaller change')} left out.`]
      const notes = [...more, ...describeOmissions(changes)]
      return [
        { strong, text: [`${concludeFunctions(changes)}.`, ...(result ? [testTexts[result.test]] : [])].join(' ') },
        ...(rows.length > 0
          ? [
              {
                titles: [
                  'Package or function',
                  'Change of a request',
                  'Chance',
                  'Median before, ms',
                  'Median after, ms',
                  'Explains',
                ],
                rows,
              },
            ]
          : []),
        ...(notes.length > 0 ? [{ text: notes.join(' ') }] : []),
      ]
    }),
  ]
}

function describeMarked({ runs }: Experiment): ReportPart[] {
  const marked = runs.filter(({ marks }) => marks.length > 0)
  if (marked.length === 0) return []
  const rows = marked.map(({ number, configuration, marks }) => [
    ...[String(number), String(configuration)],
    marks.map(({ mark, reason }) => `${mark}: ${reason}`).join('; '),
  ])
  return [
    { title: 'Runs left out', level: 2 },
    { titles: ['Run', 'Configuration', 'Why'], rows },
  ]
}

/** To paste into a pull request. */
export function writeMarkdown(parts: readonly ReportPart[]): string {
  return `${parts.map(writePart).join('\n\n')}\n`
}

function writePart(part: ReportPart): string {
  if ('title' in part) return `${'#'.repeat(part.level)} ${escape(part.title)}`
  if ('text' in part) return [...(part.strong ? [`**${escape(part.strong)}**`] : []), escape(part.text)].join(' ')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const write = (cell: ReportCell) => (typeof cell === 'string' ? escape(cell) : `**${escape(cell.strong)}**`)
  return [
    line(part.titles.map(escape)),
    line(part.titles.map(() => '---')),
    ...part.rows.map((cells) => line(cells.map(write))),
  ].join('\n')
}

/** Escapes a name as text: in Markdown it could be a table's border, a link or a tag. */
function escape(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>|#~@!&]/g, (character) => `&#${character.charCodeAt(0)};`)
}
