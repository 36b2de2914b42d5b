'use client'
import { useState } from 'react'
import {
  concludeAll,
  concludeFunctions,
  describeOmissions,
  formatCost,
  formatCostChange,
  formatCostInterval,
  testTexts,
} from '../../lib/contract/describe-functions.ts'
import type { FunctionChange, FunctionChanges } from '../../lib/contract/experiment-functions.ts'
import type { Experiment, MeasureEffects } from '../../lib/contract/experiments.ts'
import { maxFalseDiscoveryRate } from '../../lib/profile/compare/merged-tree/comparison.ts'
import { formatCount, formatCountOf, formatMilliseconds, formatQValue } from '../../lib/profile/format/units.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { ReadProblem } from '../read-problem.tsx'
import { Name } from '../ui/name.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ComparedValues } from './effect-text.tsx'
import { MethodNotes } from './method-notes.tsx'
import { Cell, cellClass, noteClass, TitledTable } from './titled-table.tsx'
import { type ChangeQuery, useFunctionChanges } from '../api/use-function-changes.ts'

interface FunctionChangesProps {
  readonly experiment: Pick<Experiment, 'id' | 'runs'>
  readonly query: ChangeQuery
  /** Title of the table: of which change it is. */
  readonly label: string
}

/** Shows changes of packages and functions: read from the profiles when it is shown. */
export function FunctionChangesSection({ experiment, query, label }: FunctionChangesProps) {
  const loaded = useChangesOf(experiment, query)
  if (loaded === null)
    return (
      <p role="status" className="flex h-8 items-center gap-2 text-sm text-muted">
        <Spinner /> Reading profiles
      </p>
    )
  const { changes, problem, retry } = loaded
  return (
    <>
      <ReadProblem problem={problem} isOlderShown={changes !== null} onRetry={retry} className="mb-2" />
      {changes === null ? null : <Loaded changes={changes} label={label} />}
    </>
  )
}

/** Asked for again when a run ends. */
function useChangesOf({ id, runs }: FunctionChangesProps['experiment'], query: ChangeQuery) {
  const version = JSON.stringify(
    runs.map(({ profiles, marks }) => [marks.length, profiles.map((one) => one.profileId)]),
  )
  return useFunctionChanges(id, query, version)
}

/**
 * What two values or configurations differ in, in a sentence: measures, and the packages behind them once those are
 * read.
 */
export function Conclusion({
  experiment,
  query,
  effects,
}: Omit<FunctionChangesProps, 'label'> & { effects: MeasureEffects }) {
  return visibleText(concludeAll(effects, useChangesOf(experiment, query)?.changes ?? null))
}

const titles = ['Package or function', 'Change, ms/request', 'Median before', 'Median after', 'Explains'] as const

function Loaded({ changes, label }: { changes: FunctionChanges; label: string }) {
  const { result, runs } = changes
  const notes = [...(result?.notes ?? []), ...describeOmissions(changes)]
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm break-words" data-testid="functions-conclusion">
        {concludeFunctions(changes)}
        {result === null ? null : (
          <span className="figures block text-xs text-muted">
            CPU {formatMilliseconds(result.before)} to {formatMilliseconds(result.after)} ms/request in the median of{' '}
            {formatCount(runs.before)} and {formatCountOf(runs.after, 'profile')}
          </span>
        )}
        {result === null ? null : <span className="block text-xs text-muted">{testTexts[result.test]}</span>}
      </p>
      {result !== null && result.changes.length > 0 ? (
        <TitledTable label={label} titles={titles}>
          {result.changes.map((change) => (
            <Row key={`${change.level} ${change.name} ${change.delta}`} change={change} />
          ))}
        </TitledTable>
      ) : null}
      {result !== null && result.more > 0 ? (
        <p className="text-sm text-muted">{formatCountOf(result.more, 'smaller change')} left out.</p>
      ) : null}
      {notes.length > 0 ? <p className={noteClass}>{notes.join(' ')}</p> : null}
    </div>
  )
}

function Row({ change: { level, name, delta, explains, mostlyIn, ...costs } }: { change: FunctionChange }) {
  const { change, interval, q, before, after } = costs[delta]
  return (
    <tr role="row" className="border-b border-line" data-changed={name}>
      <th role="rowheader" scope="row" className={`${cellClass} max-w-96 min-w-40 font-normal`}>
        <Name text={name} mono wrap />
        <span className="block text-xs text-muted">
          {level === 'package' ? 'Package' : 'Function'}
          {delta === 'self' ? ', self alone' : ', with all that it calls'}
        </span>
        {mostlyIn === null ? null : (
          <span className="block text-xs text-muted">
            Mostly in <Name text={mostlyIn} mono wrap />
          </span>
        )}
      </th>
      <Cell title={titles[1]} className="figures whitespace-nowrap">
        <span className="font-semibold">{formatCostChange(change)}</span>
        <span className="block text-xs text-muted">{interval && formatCostInterval(interval)}</span>
        <span className="block text-xs text-muted">{formatQValue(q)}</span>
      </Cell>
      <Cell title={titles[2]} className="figures whitespace-nowrap">
        {formatCost(before)}
      </Cell>
      <Cell title={titles[3]} className="figures whitespace-nowrap">
        {formatCost(after)}
      </Cell>
      <Cell title={titles[4]} className="min-w-44">
        <Explained {...explains} />
      </Cell>
    </tr>
  )
}

function Explained({ count, names }: FunctionChange['explains']) {
  if (count === 0) return <span className="text-muted">–</span>
  return (
    <details>
      <summary className="figures w-fit cursor-pointer rounded-md text-muted hover:text-ink">
        {formatCount(count)} {count === 1 ? 'other' : 'others'}
      </summary>
      <ul className="mt-1 flex max-w-96 flex-col text-xs">
        {names.map((name) => (
          <li key={name} className="flex min-w-0">
            <Name text={name} mono wrap />
          </li>
        ))}
        {count > names.length ? <li className="text-muted">and {formatCount(count - names.length)} smaller</li> : null}
      </ul>
    </details>
  )
}

/** The same for each variable: those that are open are read. */
export function FunctionChangesOfVariable({
  experiment,
  query,
  isOpenFirst,
}: {
  experiment: Pick<Experiment, 'id' | 'runs'>
  query: { readonly variable: string; readonly from: string; readonly to: string }
  isOpenFirst: boolean
}) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { variable, from, to } = query
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-functions={`${variable} ${to}`}
      className="border-b border-line py-2"
    >
      <summary className="cursor-pointer rounded-md text-sm">
        <span className="inline-flex max-w-[calc(100%-2rem)] flex-wrap items-baseline gap-x-1.5 align-top">
          <Name text={variable} className="font-medium" wrap />
          <ComparedValues from={from} to={to} />
        </span>
      </summary>
      <div className="mt-2">
        {isOpen ? (
          <FunctionChangesSection
            experiment={experiment}
            query={query}
            label={`Packages and functions as a table: ${variable}, ${to}`}
          />
        ) : null}
      </div>
    </details>
  )
}

/** How to read them, wherever they are shown. */
export function FunctionNotes() {
  return (
    <MethodNotes note="CPU time of a request, by the profiles of the runs. How it is computed and tested">
      The share of each package and function in the CPU profile of a run, times the CPU time of a request of that run.
      Before and after are medians of the runs, of several pairs of configurations their mean. Those that changed
      between runs are listed, q ≤ {maxFalseDiscoveryRate}, adjusted for all that were tested; a package explains what
      it calls, what calls it and its own functions, where at least three quarters of their change is on its stacks.
    </MethodNotes>
  )
}
