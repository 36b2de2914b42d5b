/** The two profiles of a comparison. */
export const sides = ['before', 'after'] as const
export type Side = (typeof sides)[number]

/** A value for each of the two sides. */
export type BySide<Value> = Readonly<Record<Side, Value>>

export const otherSide = { before: 'after', after: 'before' } as const satisfies BySide<Side>

export const sideTitles: BySide<string> = { before: 'Before', after: 'After' }

export function eachSide<Value>(make: (side: Side) => Value): BySide<Value> {
  return { before: make('before'), after: make('after') }
}
