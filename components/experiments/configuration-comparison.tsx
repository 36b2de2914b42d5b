import { describeAllLeftOut, measureLabels } from '../../lib/contract/describe-effects.ts'
import { getEventLabel } from '../../lib/contract/engines.ts'
import { comparePairs } from '../../lib/contract/experiment-effects.ts'
import type { Experiment } from '../../lib/contract/experiments.ts'
import { findTypicalRun, listShownMeasures, selectWhole, summariseRuns } from '../../lib/contract/summarise-runs.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { createCompareHref, createRunsHref } from '../links/compare-href.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { SpreadText } from './configuration-matrix.tsx'
import { EffectText } from './effect-text.tsx'
import { runsOf } from './experiment-labels.ts'
import { Conclusion, FunctionChangesSection } from './function-changes.tsx'
import { Cell, cellClass, noteClass, TitledTable } from './titled-table.tsx'

interface ComparisonProps {
  readonly experiment: Experiment
  /** Numbers of two configurations: what is before, what is after. */
  readonly pair: readonly [number, number]
}

const titleOf = (number: number) => `Configuration ${number}, median`
const changeTitle = 'Change of the median'

/** Compares the runs of two configurations, with links to the comparison of their flame graphs. */
export function ConfigurationComparison({ experiment, pair }: ComparisonProps) {
  const { runs } = experiment
  const [before, after] = pair.map((number) => runsOf(runs, number)) as [Experiment['runs'], Experiment['runs']]
  const [one, other] = [summariseRuns(before).spreads, summariseRuns(after).spreads]
  const effects = comparePairs([[...pair]], runs)
  const query = { before: String(pair[0]), after: String(pair[1]) }
  const whyNone = [before, after]
    .map((side, at) => describeAllLeftOut(side, ` of configuration ${pair[at]}`))
    .filter((why) => why !== null)
  return (
    <Section
      id="configuration-comparison"
      title={`Configurations ${pair[0]} and ${pair[1]}`}
      actions={
        whyNone.length > 0 ? null : (
          <CompareLinks experimentId={experiment.id} pair={pair} before={before} after={after} />
        )
      }
    >
      <p className="mb-2 text-sm [overflow-wrap:anywhere]" data-testid="conclusion">
        {whyNone.length > 0 ? (
          visibleText(`${whyNone.join('. ')}.`)
        ) : (
          <Conclusion experiment={experiment} query={query} effects={effects} />
        )}
      </p>
      <TitledTable label="Comparison as a table" titles={['Measure', ...pair.map(titleOf), changeTitle]}>
        {listShownMeasures(runs).map((measure) => (
          <tr key={measure} role="row" className="border-b border-line" data-compared={measure}>
            <th role="rowheader" scope="row" className={`${cellClass} font-normal whitespace-nowrap`}>
              {measureLabels[measure].title} <span className="text-faint">{measureLabels[measure].unit}</span>
            </th>
            {[one, other].map((spreads, side) => (
              <Cell key={side} title={titleOf(pair[side]!)} className="figures whitespace-nowrap">
                <SpreadText measure={measure} spread={spreads[measure]} />
              </Cell>
            ))}
            <Cell title={changeTitle} className="figures whitespace-nowrap">
              <EffectText measure={measure} effect={effects[measure]} />
            </Cell>
          </tr>
        ))}
      </TitledTable>
      <p className={noteClass}>
        Of many pairs of configurations, some differ by chance. “Effect of each variable” takes all together.
      </p>
      <h3 className="mt-4 mb-1 text-sm font-semibold">Packages and functions</h3>
      <FunctionChangesSection
        experiment={experiment}
        query={query}
        label={`Packages and functions of configurations ${pair[0]} and ${pair[1]} as a table`}
      />
    </Section>
  )
}

type Runs = Experiment['runs']

interface LinksProps extends Pick<ComparisonProps, 'pair'> {
  readonly experimentId: string
  readonly before: Runs
  readonly after: Runs
}

/** Links to the CPU time of all runs of both, and for each other event that both have to the runs in the middle. */
function CompareLinks({ experimentId, pair, before, after }: LinksProps) {
  const sides = [before, after].map((runs) => selectWhole(runs))
  const isProfiled = sides.every((runs) => runs.some(({ profiles }) => profiles.some(({ event }) => event === 'cpu')))
  const [one, other] = [findTypicalRun(before), findTypicalRun(after)]
  const others = (one?.profiles ?? []).flatMap(({ event, profileId }) => {
    const counterpart = other?.profiles.find((profile) => profile.event === event)
    if (event === 'cpu' || counterpart === undefined) return []
    return [{ event, href: createCompareHref(counterpart.profileId, profileId) }]
  })
  if (!isProfiled && others.length === 0)
    return <span className="text-sm text-muted">No profiles of one event to compare</span>
  return (
    <>
      {isProfiled ? (
        <ButtonLink href={createRunsHref(experimentId, pair)} prefetch={false}>
          Compare flame graphs of all runs: {getEventLabel('cpu')}
        </ButtonLink>
      ) : null}
      {others.map(({ event, href }) => (
        <ButtonLink key={event} href={href} prefetch={false}>
          Compare flame graphs: {getEventLabel(event)}
        </ButtonLink>
      ))}
    </>
  )
}
