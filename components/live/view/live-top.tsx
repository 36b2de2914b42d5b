'use client'
import { useReducer } from 'react'
import { isProblem } from '../../../lib/errors/problem.ts'
import { decodeProfile } from '../../../lib/profile/encoding/encode.ts'
import { frameColour } from '../../../lib/profile/colour/colour.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { rankTopMethods, type TopMethod } from '../../../lib/profile/tree/top-methods.ts'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { Name } from '../../ui/name.tsx'
import { formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { ColourSquare } from '../../viewer/tables/table-cells.tsx'
import { kindLabels } from '../../viewer/tree/describe-frame.ts'
import type { LiveSnapshot } from './live-snapshots.ts'

/** Rows are sorted by the share of the last interval, or of everything. */
type TopOrder = 'now' | 'all'

/** Less than this, in shares, is noise: no reason for two rows to change places. */
const minLead = 0.005

/**
 * The first `count` methods in the order asked for, and calm: rows keep the order they had (`held`, names from the top)
 * unless one has clearly passed the other.
 */
export function sortTopMethods(
  methods: readonly TopMethod[],
  by: TopOrder,
  held: readonly string[],
  count: number,
): TopMethod[] {
  const exact = methods.toSorted((a, b) => b[by] - a[by] || b.all - a.all || (a.name < b.name ? -1 : 1))
  const positions = new Map(held.map((name, position) => [name, position]))
  const positionOf = ({ name }: TopMethod) => positions.get(name) ?? held.length
  const rows = exact.slice(0, count).toSorted((a, b) => positionOf(a) - positionOf(b))
  for (let row = 1; row < rows.length; row++) {
    for (let at = row; at > 0 && rows[at]![by] > rows[at - 1]![by] + minLead; at--)
      [rows[at - 1], rows[at]] = [rows[at]!, rows[at - 1]!]
  }
  return rows
}

/** Rows (methods) of the live table of the hottest methods; others are left out. */
const length = 25

interface TopState {
  readonly snapshot: LiveSnapshot | null
  readonly profile: Profile | null
  readonly methods: readonly TopMethod[]
  /** Length of the last interval; null before there is one, and where old samples are thrown away. */
  readonly lastMs: number | null
  readonly by: TopOrder
  readonly shown: readonly TopMethod[]
}
type TopAction =
  | { readonly type: 'snapshot'; readonly snapshot: LiveSnapshot; readonly isCumulative: boolean }
  | { readonly type: 'order'; readonly by: TopOrder }

const empty: TopState = { snapshot: null, profile: null, methods: [], lastMs: null, by: 'now', shown: [] }

/** The methods on top of the stacks, as `top` shows processes: how much of the last interval, and of all. */
export function LiveTop({ snapshot, isCumulative }: { snapshot: LiveSnapshot; isCumulative: boolean }) {
  const [top, tell] = useReducer(reduceTop, empty)
  // While drawing: what follows from a new snapshot belongs to the same rendering, not to a second one.
  if (top.snapshot !== snapshot) tell({ type: 'snapshot', snapshot, isCumulative })
  const { by, shown, lastMs } = top
  const theme = useResolvedTheme()
  const last = lastMs === null ? 'Last interval' : `Last ${formatDuration(Math.round(lastMs / 1000) * 1000)}`
  const most = Math.max(...shown.map(({ now, all }) => Math.max(now, all)), 0.01)
  return (
    <table className="w-full border-t border-line" data-testid="live-top">
      <caption className="sr-only">Methods at the top of stacks, by self weight</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <SortHeader title={last} isOn={by === 'now'} onSort={() => tell({ type: 'order', by: 'now' })} />
          <SortHeader title="All so far" isOn={by === 'all'} onSort={() => tell({ type: 'order', by: 'all' })} />
          <th scope="col" className="h-8 px-3 text-left font-normal">
            Function
          </th>
          <th scope="col" className="px-2 text-left font-normal max-sm:hidden">
            Kind
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, kind, now, all }) => (
          <tr key={`${kind} ${name}`} className="h-7 border-b border-line hover:bg-surface">
            <Share share={lastMs === null ? null : now} most={most} colour={frameColour('kind', kind, name, theme)} />
            <Share share={all} most={most} colour={frameColour('kind', kind, name, theme)} />
            <th scope="row" className="max-w-0 px-3 text-left font-normal sm:w-full">
              <span className="flex min-w-0 items-center gap-2">
                <ColourSquare colour={frameColour('kind', kind, name, theme)} />
                <Name text={name} mono />
              </span>
            </th>
            <td className="px-2 text-muted max-sm:hidden">{kindLabels[kind]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SortHeader({ title, isOn, onSort }: { title: string; isOn: boolean; onSort: () => void }) {
  return (
    <th scope="col" aria-sort={isOn ? 'descending' : 'none'} className="w-24 px-2 text-right font-normal">
      <button
        type="button"
        onClick={onSort}
        className={`h-8 w-full rounded-md text-right whitespace-nowrap hover:text-ink ${isOn ? 'font-medium text-ink' : ''}`}
      >
        {title}
      </button>
    </th>
  )
}

function Share({ share, most, colour }: { share: number | null; most: number; colour: string }) {
  return (
    <td className="figures relative w-24 min-w-20 px-2 text-right">
      {share === null ? (
        '–'
      ) : (
        <>
          <span
            aria-hidden
            className="absolute inset-y-1 right-0 rounded-l-[3px] opacity-25"
            style={{ width: `${(share / most) * 100}%`, background: colour }}
          />
          <span className="relative">{formatShare(share)}</span>
        </>
      )}
    </td>
  )
}

function reduceTop(top: TopState, action: TopAction): TopState {
  if (action.type === 'order')
    return { ...top, by: action.by, shown: sortTopMethods(top.methods, action.by, [], length) }
  const { snapshot, isCumulative } = action
  const profile = readSnapshot(snapshot)
  if (profile === null) return { ...top, snapshot }
  // Let go on after it was held, it may be the same snapshot again.
  const isNext = top.snapshot !== null && snapshot.version > top.snapshot.version
  const before = isNext && isCumulative ? top.profile : null
  const methods = rankTopMethods(profile, before, Infinity)
  const lastMs = before === null ? null : snapshot.at - top.snapshot!.at
  const shownNames = top.shown.map(({ name }) => name)
  return { ...top, snapshot, profile, methods, lastMs, shown: sortTopMethods(methods, top.by, shownNames, length) }
}

/** Gives the profile of a snapshot; null where it cannot be read: then the snapshot before stays. */
function readSnapshot({ bytes }: LiveSnapshot): Profile | null {
  try {
    return decodeProfile(bytes)
  } catch (error) {
    if (!isProblem(error)) throw error
    return null
  }
}
