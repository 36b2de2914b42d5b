'use client'
import { ArrowLeftRight } from 'lucide-react'
import Link from 'next/link'
import { useEffect } from 'react'
import { getEventLabel } from '../../../lib/contract/engines.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { viewToQuery } from '../../../lib/profile/view/view-query.ts'
import { defaultComparison } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { profileName } from '../../../lib/contract/profile-title.ts'
import { areSimultaneous, tellApart, titleSides } from '../../../lib/contract/tell-apart.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { createSwapHref } from '../../links/compare-href.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { nameViewedSides, titleViewedSides } from './side-names.ts'
import type { Baseline, ComparisonBarProps } from '../shell/baseline.ts'
import { getOwner, OwnedName } from '../shell/owned-name.tsx'
import { changeComparison } from '../view/view-changes.ts'

/** Names the two that are compared, and chooses one graph or two. It stands where a profile alone has its name. */
export function ComparisonBar({ summary, baseline, viewing }: ComparisonBarProps) {
  const { view, change } = viewing
  const isOfOneEvent = baseline.summary.event === summary.event
  const events = [baseline.summary, summary].map(({ event }) => getEventLabel(event))
  const query = viewToQuery(view).toString()
  const names = nameViewedSides(baseline.summary, summary, view)
  const all = tellApart(baseline.summary, summary)
  const titles = titleSides(baseline.summary, summary)
  const isOfOneTime = areSimultaneous(baseline.summary, summary)
  const swap = isOfOneTime ? 'Swap sides' : 'Swap before and after'
  // The server titles the page once; parts of one profile can be changed on it.
  const title = baseline.summary.id === summary.id ? titleViewedSides(baseline.summary, summary, view) : null
  useEffect(() => {
    if (title !== null) document.title = `${title} · Hearth`
  }, [title])
  return (
    <section aria-label="Comparison" className="flex min-w-0 items-center gap-x-3 max-sm:contents">
      <Segmented
        label="Comparison"
        value={isOfOneEvent ? view.comparison.mode : 'side'}
        choices={[
          {
            value: 'diff',
            text: 'Diff',
            title: 'One graph of both (d)',
            ...(!isOfOneEvent && { reason: `One graph is of one event: these are ${events.join(' and ')}` }),
          },
          { value: 'side', text: 'Side by side', title: 'Two graphs (d)' },
        ]}
        onChange={(next) => change(changeComparison(view, { mode: next }), 'push')}
      />
      {/* On a phone two names that have no room beside each other are on two lines. */}
      <div className="flex min-w-0 items-center gap-x-2 text-sm max-sm:order-first max-sm:basis-full max-sm:flex-wrap max-sm:gap-x-1.5">
        {names.common === null ? null : (
          // It wraps out of sight where it has no room for some characters: one or two would say nothing.
          <span className="flex h-5 min-w-0 shrink-9999 flex-wrap overflow-clip font-medium before:h-5 before:w-px">
            <span className="flex max-w-max min-w-0 grow basis-[6ch]">
              <OwnedName text={`${names.common}:`} owner={getOwner(names.common, summary.service)} />
            </span>
          </span>
        )}
        <SideName
          label={titles.before}
          name={names.before}
          facts={names.facts.before}
          title={[profileName(baseline.summary), all.before].filter(Boolean).join(': ')}
          href={sideHref(baseline, 'before', summary, view)}
        />
        <span aria-hidden className="text-faint">
          {isOfOneTime ? 'and' : '→'}
        </span>
        <SideName
          label={titles.after}
          name={names.after}
          facts={names.facts.after}
          title={[profileName(summary), all.after].filter(Boolean).join(': ')}
          href={sideHref(baseline, 'after', summary, view)}
        />
        {baseline.hasPages ? (
          <Link
            href={createSwapHref(summary.id, baseline.summary.id, query)}
            className={buttonClass({ variant: 'ghost', size: 'small-icon' })}
            aria-label={swap}
            title={swap}
          >
            <ArrowLeftRight size={14} aria-hidden />
          </Link>
        ) : null}
      </div>
    </section>
  )
}

/** So much of a name stays, also where all else of the header has given way. */
const leastChars = 8

function SideName({
  label,
  name,
  facts,
  title,
  href,
}: {
  label: string
  name: string
  /** Facts that the other one does not have. */
  facts: readonly string[]
  /** The full name with all facts, the tooltip. */
  title: string
  href: string | null
}) {
  return (
    // No box of its own: the facts of both sides give way before either name.
    <span
      className="contents max-sm:flex max-sm:max-w-full max-sm:items-baseline max-sm:gap-x-1.5"
      title={visibleText(title)}
    >
      {label === name ? null : <span className="shrink-0 text-xs text-muted">{label}</span>}
      {href === null ? (
        <Name text={name} className="font-medium" />
      ) : (
        <Link
          href={href}
          title={`${label} alone`}
          className="finger-high flex font-medium underline-offset-2 hover:underline"
          style={{ minWidth: `max(1.5rem, ${Math.min(name.length, leastChars)}ch)` }}
        >
          <Name text={name} />
        </Link>
      )}
      {/* Facts give way to names: FitHeader hides a fact that does not fit, as a whole. */}
      {facts.length === 0 ? null : (
        <span className="figures hidden h-5 min-w-0 max-w-max grow basis-0 flex-wrap overflow-clip text-xs leading-5 whitespace-pre text-muted before:h-5 before:w-px sm:flex">
          {facts.map((fact, at) => (
            <span key={fact} data-fact="" className="data-[fact=out]:sr-only">
              {`${at === 0 ? '' : ', '}${visibleText(fact)}`}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

/**
 * The same view of one side alone, but for its range: boxes of one side have other widths. null where the user may not
 * open its page.
 */
function sideHref(baseline: Baseline, side: 'before' | 'after', after: ProfileSummary, view: ViewState): string | null {
  if (!baseline.hasPages) return null
  const { id } = side === 'before' ? baseline.summary : after
  const filters = (side === 'before' ? view.comparison.baselineFilters : null) ?? view.filters
  const query = viewToQuery({ ...view, filters, comparison: defaultComparison, range: null }).toString()
  return `/profiles/${encodeURIComponent(id)}${query && `?${query}`}`
}
