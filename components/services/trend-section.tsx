'use client'
import { GitCompareArrows, X } from 'lucide-react'
import type { ServiceTimeline } from '../../lib/contract/library.ts'
import { maxTrendFunctions } from '../../lib/contract/constants.ts'
import type { Trend, TrendPoint } from '../../lib/contract/trend.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { getEventLabel, getEngineLabel } from '../../lib/contract/engines.ts'
import { formatList } from '../capture/capture-labels.ts'
import { formatCount, formatCountOf, formatShare } from '../../lib/profile/format/units.ts'
import { createComparisonHref } from '../links/compare-href.ts'
import { ReadProblem } from '../read-problem.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { ColourKey, LineKey, SeriesKey } from '../ui/series-mark.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { FunctionPicker } from './function-picker.tsx'
import { formatMoment } from '../../lib/contract/profile-title.ts'
import { TrendChart } from './trend-chart.tsx'
import { listEngines } from './trend-series.ts'
import { TrendTable } from './trend-table.tsx'
import { shortFunction, type TrendView } from '../links/trend-view.ts'
import { useTrend } from './use-trend.ts'

const kinds = [
  { value: 'self', text: 'Self' },
  { value: 'total', text: 'Total' },
] as const

/** The share of chosen functions over the profiles of a service. */
export function TrendSection({
  timeline: { service, deploys, profiles },
  event,
  view,
  onChange,
}: {
  timeline: ServiceTimeline
  event: string | null
  view: TrendView
  onChange: (change: Partial<TrendView>) => void
}) {
  const version = `${profiles.length} ${profiles[0]?.id}`
  const { value: trend, problem, isLoading, retry } = useTrend(service, event, view, version)
  const read = trend?.points.filter(({ state }) => state === 'read') ?? []
  const last = read.at(-1)
  // Two engines give other frames of the same program.
  const first = read.find(({ profile }) => profile.engine === last?.profile.engine)
  return (
    <Section
      id="trend"
      title={trend ? `Trend, ${getEventLabel(trend.event)}` : 'Trend'}
      actions={
        <>
          {view.range ? <Button onClick={() => onChange({ range: null })}>Clear time range</Button> : null}
          {first && last && first !== last ? (
            <ButtonLink
              href={createComparisonHref(first.profile, last.profile)}
              prefetch={false}
              icon={GitCompareArrows}
            >
              Compare first and last
            </ButtonLink>
          ) : null}
          <Segmented label="Share" value={view.kind} choices={kinds} onChange={(kind) => onChange({ kind })} />
        </>
      }
    >
      <ReadProblem problem={problem} isOlderShown={trend !== null} onRetry={retry} className="mb-3" />
      {trend ? (
        <div className={classNames('flex flex-col gap-3', isLoading && 'opacity-60')} aria-busy={isLoading}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Functions trend={trend} kind={view.kind} onChange={(functions) => onChange({ functions })} />
            {trend.functions.length < maxTrendFunctions ? (
              <FunctionPicker
                suggestions={trend.suggestions}
                onAdd={(name) => onChange({ functions: [...new Set([...trend.functions, name])] })}
              />
            ) : null}
          </div>
          <Engines trend={trend} />
          {read.length > 1 ? <TrendChart trend={trend} view={view} deploys={deploys} /> : null}
          <Notes trend={trend} view={view} />
          {read.length > 0 ? (
            <details>
              <summary className="w-fit cursor-pointer rounded-md text-muted hover:text-ink">Show as a table</summary>
              <TrendTable trend={trend} kind={view.kind} />
            </details>
          ) : null}
        </div>
      ) : problem ? null : (
        <p role="status" className="flex h-60 items-center gap-2 text-muted">
          <Spinner /> Reading profiles
        </p>
      )}
    </Section>
  )
}

/** The lines by name, each with its first and last share: the legend, and what removes one. */
function Functions({
  trend,
  kind,
  onChange,
}: {
  trend: Trend
  kind: TrendView['kind']
  onChange: (functions: readonly string[]) => void
}) {
  const { functions } = trend
  const Key = listEngines(trend).length > 1 ? ColourKey : SeriesKey
  return (
    <ul className="contents" aria-label="Functions">
      {functions.map((name, index) => (
        <li key={name} className="flex max-w-full min-w-0 items-center gap-1.5" data-function={name}>
          <Key index={index} />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            <Name text={shortFunction(name)} whole={name} mono />
            <span className="figures min-w-0 text-muted">{formatChanges(trend, index, kind)}</span>
          </span>
          {functions.length > 1 ? (
            <IconButton
              size="small-icon"
              label={`Remove ${visibleText(shortFunction(name))}`}
              onClick={() => onChange(functions.filter((one) => one !== name))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Each of several engines has a line, and so a first and a last share. */
function formatChanges({ points }: Trend, index: number, kind: TrendView['kind']): string {
  const engines = listEngines({ points })
  if (engines.length < 2) return formatChange(points, index, kind)
  return engines
    .map((engine) => {
      const own = points.filter(({ profile }) => profile.engine === engine)
      return `${getEngineLabel(engine)} ${formatChange(own, index, kind)}`
    })
    .join(', ')
}

function formatChange(points: readonly TrendPoint[], index: number, kind: TrendView['kind']): string {
  const shares = points.flatMap(({ shares }) => shares[index] ?? [])
  if (shares.length === 0) return 'not known'
  if (shares.every(({ total }) => total.share === 0)) return 'in none of these profiles'
  const [first, last] = [shares[0]![kind].share, shares.at(-1)![kind].share].map(formatShare)
  return shares.length === 1 ? first! : `${first} → ${last}`
}

/** The lines of each engine where there are several: the other half of the legend. */
function Engines({ trend }: { trend: Trend }) {
  const engines = listEngines(trend)
  if (engines.length < 2) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted" aria-label="Engines">
      {engines.map((engine, index) => (
        <li key={engine} className="flex min-w-0 items-center gap-1.5">
          <LineKey index={index} />
          <Name text={getEngineLabel(engine)} />
        </li>
      ))}
    </ul>
  )
}

/** Says what the lines are of, and what they lack. */
function Notes({ trend, view }: { trend: Trend; view: TrendView }) {
  const { points, older, merged, pending } = trend
  const { range } = view
  const unreadable = points.filter(({ state }) => state === 'unreadable').length
  const engines = listEngines(trend).map(getEngineLabel)
  const [first, last] = [points[0], points.at(-1)]
  const notes = [
    first && last && first !== last
      ? `${formatCount(points.length)} profiles, ${formatMoment(first.profile.createdAt)} to ${formatMoment(last.profile.createdAt)}. Vertical lines through points are 95% intervals.${range ? '' : ' Drag over the strip above to choose a time range.'}`
      : first
        ? 'There is one profile only: a trend needs two.'
        : `There is no profile ${range ? 'in this time range' : 'of this event'}.`,
    view.functions.length === 0 && first
      ? 'The functions are the hottest of the newest profile, Java methods first.'
      : '',
    older > 0
      ? `${formatCount(older)} older ${older === 1 ? 'profile is' : 'profiles are'} left out: a time range shows them.`
      : '',
    merged > 0
      ? `${formatCountOf(merged, 'merged profile')} left out: ${merged === 1 ? 'its' : 'their'} samples are those of other profiles.`
      : '',
    pending > 0 ? `Reading profiles: ${formatCount(pending)} left.` : '',
    engines.length > 1 ? `${formatList(engines)} can give one function different shares: each has its own lines.` : '',
    unreadable > 0 ? `${formatCountOf(unreadable, 'profile')} could not be read.` : '',
  ]
  return (
    <p role="status" className="text-muted">
      {notes.filter((note) => note !== '').join(' ')}
    </p>
  )
}
