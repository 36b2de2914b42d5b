'use client'
import { useMemo, useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { type CaptureRow, isSameRow, updateRow } from './capture-rows.ts'

export type Selection = ReturnType<typeof useSelection>

/** Which rows are chosen; they stay chosen while other words are looked for. `shown` are the rows there are now. */
export function useSelection(shown: readonly CaptureRow[]) {
  const [byKey, setByKey] = useState<ReadonlyMap<string, CaptureRow>>(new Map())
  const [last, setLast] = useState<string | null>(null)
  const [seen, setSeen] = useState(shown)
  // Only when other rows are shown than before: a list that the server makes anew shows older ones than `follow` until then.
  if (shown.length !== seen.length || shown.some((row, index) => !isSameRow(row, seen[index]!))) {
    setSeen(shown)
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
      /** As they were last shown or followed. */
      chosen: [...byKey.values()],
      has: ({ key }: CaptureRow) => byKey.has(key),
      /** `range`: all rows from the one that was pressed last, as with Shift held. */
      toggle(row: CaptureRow, isOn: boolean, range: boolean): void {
        const from = range ? shown.findIndex(({ key }) => key === last) : -1
        const to = shown.findIndex(({ key }) => key === row.key)
        set(from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), isOn)
        setLast(row.key)
      },
      toggleAll: (isOn: boolean) => set(shown, isOn),
      clear: () => setByKey(new Map()),
      /** What the server has just said: of chosen rows that are not shown nothing else is known. */
      follow: (changed: readonly ProfileSummary[]) => {
        const byId = new Map(changed.map((profile) => [profile.id, profile]))
        setByKey((chosen) =>
          refreshSelection(
            chosen,
            [...chosen.values()].map((row) => updateRow(row, byId)),
          ),
        )
      },
    }
  }, [byKey, last, shown])
}

/** The same rows as they are now, as far as `current` tells; the same map when it tells nothing new. */
export function refreshSelection(
  known: ReadonlyMap<string, CaptureRow>,
  current: readonly CaptureRow[],
): ReadonlyMap<string, CaptureRow> {
  const newer = current.filter((row) => !isSameRow(known.get(row.key) ?? row, row))
  return newer.length === 0 ? known : new Map([...known, ...newer.map((row) => [row.key, row] as const)])
}
