import { getEventLabel } from '../../lib/contract/engines.ts'
import type { Experiment } from '../../lib/contract/experiments.ts'
import {
  computeChanceOfSeparation,
  findTypicalRun,
  measures,
  type Spread,
  summariseRuns,
} from '../../lib/contract/summarise-runs.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { createCompareHref } from '../links/compare-href.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { ScrollingRegion } from '../ui/scrolling-region.tsx'
import { SpreadText } from './configuration-matrix.tsx'
import { measureLabels, runsOf } from './measure-labels.ts'

const cell = 'px-2 py-1.5 text-left align-top'

interface ComparisonProps {
  readonly runs: Experiment['runs']
  /** Numbers of two configurations: what is before, what is after. */
  readonly pair: readonly [number, number]
}

/** What the runs of two configurations show, and the way to the comparison of their flame graphs. */
export function ConfigurationComparison({ runs, pair }: ComparisonProps) {
  const [before, after] = pair.map((number) => runsOf(runs, number)) as [Experiment['runs'], Experiment['runs']]
  const [one, other] = [summariseRuns(before).spreads, summariseRuns(after).spreads]
  return (
    <Section
      id="configuration-comparison"
      title={`Configurations ${pair[0]} and ${pair[1]}`}
      actions={<CompareLinks before={findTypicalRun(before)} after={findTypicalRun(after)} />}
    >
      <ScrollingRegion label="Comparison as a table">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              {['Measure', `Configuration ${pair[0]}`, `Configuration ${pair[1]}`, 'What the runs show'].map(
                (title) => (
                  <th key={title} scope="col" className={`${cell} font-medium whitespace-nowrap`}>
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {measures.map((measure) => (
              <tr key={measure} className="border-b border-line" data-compared={measure}>
                <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
                  {measureLabels[measure].title} <span className="text-faint">{measureLabels[measure].unit}</span>
                </th>
                {[one, other].map((spreads, side) => (
                  <td key={side} className={`${cell} figures whitespace-nowrap`}>
                    <SpreadText measure={measure} spread={spreads[measure]} />
                  </td>
                ))}
                <td className={`${cell} min-w-56`}>{describePair(one[measure], other[measure], pair[1])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingRegion>
      <p className="mt-2 max-w-prose text-sm text-muted">
        Each line is a test of its own: of many lines and many pairs, some lie apart by chance.
      </p>
    </Section>
  )
}

/** More often than this by chance, and the runs decide nothing. */
const significance = 0.05

function describePair(one: Spread | null, other: Spread | null, number: number): string {
  if (one === null || other === null) return 'Not known for both'
  const chance = computeChanceOfSeparation(one, other)
  if (chance === null) return 'The ranges meet: no difference is shown'
  if (one.runs === 1 && other.runs === 1) return 'One run each: no difference can be shown'
  const often = `chance alone does that in ${formatShare(chance)} of pairs`
  if (chance > significance) return `The ranges lie apart, but ${often}: too few runs to tell`
  return `All runs of configuration ${number} are ${other.low > one.high ? 'higher' : 'lower'}; ${often}`
}

type ShownRun = Experiment['runs'][number] | null

/** One for each event that both were profiled for. */
function CompareLinks({ before, after }: { before: ShownRun; after: ShownRun }) {
  const pairs = (before?.profiles ?? []).flatMap(({ event, profileId }) => {
    const counterpart = after?.profiles.find((profile) => profile.event === event)
    return counterpart === undefined ? [] : [{ event, href: createCompareHref(counterpart.profileId, profileId) }]
  })
  if (pairs.length === 0) return <span className="text-sm text-muted">No profiles of one event to compare</span>
  return pairs.map(({ event, href }) => (
    <ButtonLink key={event} href={href} prefetch={false}>
      Compare flame graphs: {getEventLabel(event)}
    </ButtonLink>
  ))
}
