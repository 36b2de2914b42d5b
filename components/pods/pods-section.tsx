'use client'
import { useMemo, useState } from 'react'
import type { Capture } from '../../lib/contract/capture.ts'
import type { Collector } from '../../lib/contract/collectors.ts'
import { clusterCollectorId } from '../../lib/contract/constants.ts'
import { explainOutdatedPods } from '../../lib/contract/pod-list.ts'
import type { Pod } from '../../lib/contract/pods.ts'
import { formatCount, formatCountOf } from '../../lib/profile/format/units.ts'
import { useStored } from '../ui/browser-storage.ts'
import { GroupFold } from '../ui/group-fold.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { FilterField } from '../ui/filter-field.tsx'
import { type Folds, useFolds } from '../ui/use-folds.ts'
import { useWindowRows } from '../ui/use-window-rows.ts'
import { countPods, groupPods, type PodGroup, type PodGrouping, podGroupings, filterPods } from './group-pods.ts'
import { podGrid, PodRow } from './pod-row.tsx'

/** Height of a row of the list of pods until it has been measured, in CSS pixels. */
const usualPodRowPx = 40
/** From so many rows on, the page has only those of the list of pods that are near the screen. */
const podsVirtualFrom = 100
/** Rows of the list of pods that the page has above and below the screen. */
const podsOverscan = 20

const titles: Readonly<Record<PodGrouping, string>> = { workload: 'Workload', namespace: 'Namespace', node: 'Node' }
const choices = podGroupings.map((value) => ({ value, text: titles[value] }))
type Row = { readonly group: PodGroup } | { readonly pod: Pod }
const keyOf = (row: Row) => ('group' in row ? `group ${row.group.key}` : row.pod.id)

/** The containers of pods that run in the clusters Hearth lists; nothing without a cluster. */
export function PodsSection({
  pods,
  collectors,
  captures,
}: {
  pods: readonly Pod[]
  collectors: readonly Collector[]
  /** Under way, by target. */
  captures: ReadonlyMap<string, Capture>
}) {
  const [filter, setFilter] = useState('')
  const [stored, store] = useStored('hearth.pods.group')
  const grouping = podGroupings.find((value) => value === stored) ?? 'workload'
  const shown = useMemo(() => filterPods(pods, filter), [pods, filter])
  const groups = useMemo(() => groupPods(shown, grouping), [shown, grouping])
  // What a filter finds is to be seen.
  const folds = useFolds(`hearth.pods.folded.${grouping}`, filter !== '')
  const program = collectors.find(({ id }) => id === clusterCollectorId)
  if (!program) return null
  const failing = explainOutdatedPods(program)
  return (
    <Section
      id="pods"
      title="Kubernetes pods"
      count={countPods(pods)}
      actions={
        pods.length === 0 ? null : (
          <>
            <span className="flex items-center gap-2">
              <span className="text-muted max-sm:hidden">Group</span>
              <Segmented label="Group pods" value={grouping} choices={choices} onChange={store} />
            </span>
            <FilterField
              label="Filter pods"
              placeholder="Filter pods by any name"
              value={filter}
              onChange={setFilter}
            />
          </>
        )
      }
    >
      {failing.map((text) => (
        <p key={text} className="mb-2 rounded-md border border-warn/40 bg-warn-wash px-3 py-2">
          <Name text={text} wrap />
        </p>
      ))}
      {pods.length === 0 ? (
        failing.length === 0 ? (
          <p className="text-muted">No pod runs there.</p>
        ) : null
      ) : shown.length === 0 ? (
        <p className="py-6 text-muted">
          None of {formatCountOf(pods.length, 'container')} has all of “{filter}” in its names.
        </p>
      ) : (
        <PodTable groups={groups} folds={folds} captures={captures} isOutdated={program.problem !== null} />
      )}
    </Section>
  )
}

/** The pods by group; of many rows only those in sight exist. */
function PodTable({
  groups,
  folds,
  captures,
  isOutdated,
}: {
  groups: readonly PodGroup[]
  folds: Folds
  captures: ReadonlyMap<string, Capture>
  isOutdated: boolean
}) {
  const rows = groups.flatMap((group): Row[] => [
    { group },
    ...(folds.isFolded(group.key) ? [] : group.pods.map((pod) => ({ pod }))),
  ])
  const options = { keyOf, heightOf: () => usualPodRowPx, virtualFrom: podsVirtualFrom, overscan: podsOverscan }
  const { bodyProps, shown, first, measure } = useWindowRows(rows, options)
  return (
    <div role="table" aria-label="Pods" aria-rowcount={rows.length + 1}>
      <div role="rowgroup" className="max-lg:sr-only">
        <div role="row" aria-rowindex={1} className={`grid px-2 text-xs text-muted ${podGrid}`}>
          {['Pod', 'Container', 'Image', 'Node', 'Up'].map((title) => (
            <div key={title} role="columnheader" className="py-1.5">
              {title}
            </div>
          ))}
          <div role="columnheader">
            <span className="sr-only">Profile</span>
          </div>
        </div>
      </div>
      <div role="rowgroup" className="border-t border-line" {...bodyProps}>
        {shown.map((row, index) => (
          <div
            key={keyOf(row)}
            ref={measure}
            data-index={first + index}
            role="row"
            aria-rowindex={first + index + 2}
            className="border-b border-line"
          >
            {'group' in row ? (
              <GroupCell group={row.group} folds={folds} />
            ) : (
              <PodRow pod={row.pod} capture={captures.get(row.pod.id)} isOutdated={isOutdated} />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

function GroupCell({ group: { key, name, kind, pods }, folds }: { group: PodGroup; folds: Folds }) {
  const count = countPods(pods)
  const nodes = new Set(pods.map(({ cluster, node }) => `${cluster}\0${node}`)).size
  return (
    <div role="cell" data-group={key} className="h-10 min-w-0">
      <GroupFold isFolded={folds.isFolded(key)} onToggle={() => folds.toggle(key)}>
        <Name text={name} className="font-medium" />
        <span className="figures shrink-0 text-xs text-muted">
          {kind === '' ? '' : `${kind} · `}
          {formatCountOf(count, 'pod')}
          {nodes > 1 ? ` on ${formatCount(nodes)} nodes` : ''}
        </span>
      </GroupFold>
    </div>
  )
}
