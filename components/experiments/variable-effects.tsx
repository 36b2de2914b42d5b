import {
  changeText,
  concludeEffects,
  explainEffectTests,
  intervalText,
  measureLabels,
} from '../../lib/contract/describe-effects.ts'
import type { Experiment, VariableEffect } from '../../lib/contract/experiments.ts'
import type { Measure } from '../../lib/contract/measures.ts'
import { listShownMeasures } from '../../lib/contract/summarise-runs.ts'
import { maxFalseDiscoveryRate } from '../../lib/profile/compare/merged-tree/comparison.ts'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { ComparedValues, EffectText } from './effect-text.tsx'
import { FunctionChangesOfVariable, FunctionNotes } from './function-changes.tsx'
import { MethodNotes } from './method-notes.tsx'
import { Cell, cellClass, TitledTable } from './titled-table.tsx'

/** A row for each variable and value: what it changes against the first value, all else equal. */
export function VariableEffects({
  experiment,
  effects,
}: {
  experiment: Experiment
  effects: readonly VariableEffect[]
}) {
  if (effects.length === 0) return null
  const measures = listShownMeasures(experiment.runs)
  return (
    <Section id="variable-effects" title="Effect of each variable">
      <TitledTable
        label="Effects of variables as a table"
        titles={['Variable', 'What the runs show', ...measures.map((measure) => measureLabels[measure].title)]}
      >
        {effects.map((effect) => (
          <Row key={`${effect.variable} ${effect.to}`} effect={effect} measures={measures} />
        ))}
      </TitledTable>
      <EffectNotes />
      <FunctionsOfVariables experiment={experiment} effects={effects} />
    </Section>
  )
}

/** More are read when they are opened. */
const mostOpen = 4

/** Nothing where no run was profiled for CPU. */
function FunctionsOfVariables({ experiment, effects }: { experiment: Experiment; effects: readonly VariableEffect[] }) {
  const paired = effects.filter(({ pairs }) => pairs.length > 0)
  const isProfiled = experiment.runs.some(({ profiles }) => profiles.some(({ event }) => event === 'cpu'))
  if (paired.length === 0 || !isProfiled) return null
  return (
    <div className="mt-4" data-testid="functions-of-variables">
      <h3 className="mb-1 text-sm font-semibold">Packages and functions</h3>
      {paired.map(({ variable, from, to }, at) => (
        <FunctionChangesOfVariable
          key={`${variable} ${to}`}
          experiment={experiment}
          query={{ variable, from, to }}
          isOpenFirst={at < mostOpen}
        />
      ))}
      <FunctionNotes />
    </div>
  )
}

function Row({
  effect: { variable, from, to, pairs, measures: effects },
  measures,
}: {
  effect: VariableEffect
  measures: readonly Measure[]
}) {
  const runs = Math.max(0, ...measures.map((measure) => effects[measure]?.runs ?? 0))
  return (
    <tr role="row" className="border-b border-line" data-effect={`${variable} ${to}`}>
      <th role="rowheader" scope="row" className={`${cellClass} max-w-64 min-w-36 font-normal`}>
        <Name text={variable} className="font-medium" wrap />
        <span className="block">
          <ComparedValues from={from} to={to} />
        </span>
      </th>
      <Cell title="What the runs show" className="min-w-44">
        {pairs.length === 0 ? 'No two configurations differ in this alone' : concludeEffects(effects)}
        {pairs.length === 0 ? null : (
          <span className="figures block text-xs text-muted">
            {runs} {runs === 1 ? 'run' : 'runs'} of {pairs.length === 1 ? '1 pair' : `${pairs.length} pairs`} of
            configurations
          </span>
        )}
      </Cell>
      {measures.map((measure) => (
        <Cell key={measure} title={measureLabels[measure].title} className="figures" data-measure={measure}>
          <EffectText measure={measure} effect={effects[measure]} />
        </Cell>
      ))}
    </tr>
  )
}

/** How to read a change, wherever one is shown. */
export function EffectNotes() {
  return (
    <MethodNotes
      note={`In bold: significant, q ≤ ${maxFalseDiscoveryRate}. Any other change may be chance. How changes are tested`}
    >
      {changeText} {intervalText} {explainEffectTests('in bold')}
    </MethodNotes>
  )
}
