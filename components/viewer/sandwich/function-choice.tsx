'use client'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { buildFunctionTable, orderRows } from '../../../lib/profile/tree/function-table.ts'
import { Name } from '../../ui/name.tsx'
import { formatCount, formatCountOf, formatShare } from '../../../lib/profile/format/units.ts'
import { ShareBar } from '../tables/table-cells.tsx'
import type { Viewer } from '../state/use-viewer.ts'
import { FindField } from '../tables/find-field.tsx'
import { RowList } from '../tables/row-list.tsx'
import { selectFunctions } from '../tables/function-rows.ts'

/**
 * All functions of a tree, those first in which most is spent, to choose one by typing a part of its name. By total the
 * first would be how threads start.
 */
export function FunctionChoice({
  viewer: { model, labelOf, search },
  listClass,
  onChoose,
}: {
  viewer: Viewer
  listClass: string
  onChoose: (frame: number) => void
}) {
  // Functions that a search finds are offered first.
  const { frameMasks } = search
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const wanted = useDeferredValue(text)
  const { tree, frames, strings } = model
  const table = useMemo(() => buildFunctionTable(tree, frames.length), [tree, frames])
  const rows = useMemo(() => {
    const masks = wanted === '' ? frameMasks : null
    const fitting = selectFunctions(table, model, { text: wanted, kind: 'all', onlyMatches: true }, masks)
    return orderRows(table, fitting, 'self', false, null) // not reversed; by weight no ranks of names are needed
  }, [table, model, wanted, frameMasks])
  const whole = tree.total[0]!
  const shareOf = (weight: number) => (whole > 0 ? weight / whole : 0)
  const choose = (index: number) => {
    const row = rows[index]
    if (row !== undefined) onChoose(table.frame[row]!)
  }
  return (
    <>
      <FindField
        label="Find a function"
        container={container}
        text={text}
        onText={setText}
        onActive={setActive}
        onEnter={() => choose(active)}
      />
      <p aria-hidden className="-mb-1 flex gap-2 px-2 text-right text-xs text-muted">
        <span className="w-14 pr-1">Self</span>
        <span className="w-12">Total</span>
      </p>
      <div ref={container} className="flex min-h-0 flex-1">
        <RowList
          id={id}
          label="Functions, the heaviest self first"
          role="listbox"
          count={rows.length}
          active={Math.min(active, rows.length - 1)}
          onActive={setActive}
          onClick={choose}
          onKey={({ key }) => {
            if (key !== 'Enter') return false
            choose(active)
            return true
          }}
          ariaOf={() => ({})}
          rowKey={(index) => table.frame[rows[index]!]!}
          rowClass="flex items-center gap-2 px-1.5"
          className={listClass}
        >
          {(index) => {
            const row = rows[index]!
            const frame = table.frame[row]!
            const share = shareOf(table.self[row]!)
            return (
              <>
                <span className="figures relative w-14 shrink-0 pr-1 text-right">
                  <ShareBar share={share} />
                  <span className="relative">{formatShare(share)}</span>
                  <span className="sr-only"> self,</span>
                </span>
                <span className="figures w-12 shrink-0 text-right text-muted">
                  {formatShare(shareOf(table.total[row]!))}
                  <span className="sr-only"> total,</span>
                </span>
                <Name text={labelOf(frame)} whole={strings[frames.name[frame]!]} mono />
              </>
            )
          }}
        </RowList>
      </div>
      <p role="status" className="text-xs text-muted">
        {rows.length === 0
          ? 'No function has this in its name.'
          : `${formatCount(rows.length)} of ${formatCountOf(table.length, 'function')}, by self`}
      </p>
    </>
  )
}
