'use client'
import { useMemo, useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { type CaptureRow, isSameRow, updateRow } from './capture-rows.ts'

export type RowSelection = ReturnType<typeof useSelection>

/**
 * The selected rows of a list, which stay selected while the list shows others, such as those of another search.
 * `shown`: the rows that it has now.
 */
export function useSelection(shown: readonly CaptureRow[]) {
  const [byKey, setByKey] = useState<ReadonlyMap<string, CaptureRow>>(new Map())
  const [lastToggledKey, setLastToggledKey] = useState<string | null>(null)
  const [previousShown, setPreviousShown] = useState(shown)
  // Not at every render: after `applyChanged`, and until the list has loaded again, `shown` is older than the
  // selection.
  if (shown.length !== previousShown.length || shown.some((row, index) => !isSameRow(row, previousShown[index]!))) {
    setPreviousShown(shown)
    setByKey(refreshSelection(byKey, shown))
  }
  return useMemo(() => {
    const set = (rows: readonly CaptureRow[], isOn: boolean) => {
      const next = new Map(byKey)
      for (const row of rows)
        if (isOn) next.set(row.key, row)
        else next.delete(row.key)
      setByKey(next)
    }
    return {
      /** The selected rows in their newest known state. */
      chosen: [...byKey.values()],
      has: ({ key }: CaptureRow) => byKey.has(key),
      /** `range`: all rows from the one that was toggled last to this one, as with Shift held. */
      toggle(row: CaptureRow, isOn: boolean, range: boolean): void {
        const from = range ? shown.findIndex(({ key }) => key === lastToggledKey) : -1
        const to = shown.findIndex(({ key }) => key === row.key)
        set(from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), isOn)
        setLastToggledKey(row.key)
      },
      toggleAll: (isOn: boolean) => set(shown, isOn),
      /** Rows that need not be shown. */
      add: (rows: readonly CaptureRow[]) =>
        setByKey((known) => new Map([...known, ...rows.map((row) => [row.key, row] as const)])),
      clear: () => setByKey(new Map()),
      /**
       * Takes over profiles that an answer of the API says have changed: selected rows that are not shown get no other
       * update.
       */
      applyChanged: (changed: readonly ProfileSummary[]) => {
        const byId = new Map(changed.map((profile) => [profile.id, profile]))
        setByKey((chosen) =>
          refreshSelection(
            chosen,
            [...chosen.values()].map((row) => updateRow(row, byId)),
          ),
        )
      },
    }
  }, [byKey, lastToggledKey, shown])
}

/**
 * `known`, with each of its rows that `current` has as it is there; rows that only `current` has are not added. Returns
 * `known` itself when nothing changed.
 */
export function refreshSelection(
  known: ReadonlyMap<string, CaptureRow>,
  current: readonly CaptureRow[],
): ReadonlyMap<string, CaptureRow> {
  const newer = current.filter((row) => known.has(row.key) && !isSameRow(known.get(row.key)!, row))
  return newer.length === 0 ? known : new Map([...known, ...newer.map((row) => [row.key, row] as const)])
}
