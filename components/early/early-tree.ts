import type { TreeClient } from '../viewer/worker/tree-client.ts'
import type { TreeOrder } from '../viewer/worker/tree-messages.ts'

/** A profile that was opened, and its first tree asked for, before the page came alive. */
export interface EarlyTree {
  /** Where its bytes came from. */
  readonly dataUrl: string
  readonly client: TreeClient
  readonly order: TreeOrder
  readonly built: ReturnType<TreeClient['build']>
}

// The early script is a bundle of its own: what it has for the page goes by the one object that both know.
const place = globalThis as { hearthEarlyTree?: EarlyTree | 'taken' }

/** For the early script. False when the page is alive already, and has started without it. */
export function offerEarlyTree<Early extends EarlyTree>(open: () => Early): Early | null {
  if (place.hearthEarlyTree !== undefined) return null
  const early = open()
  place.hearthEarlyTree = early
  return early
}

/** For a page that has read a file itself: the viewer of this address takes the tree over, whatever there was before. */
export function handOverTree(early: EarlyTree): void {
  const before = place.hearthEarlyTree
  if (before !== undefined && before !== 'taken') before.client.close()
  place.hearthEarlyTree = early
}

export function isTreeOffered(): boolean {
  return place.hearthEarlyTree !== undefined && place.hearthEarlyTree !== 'taken'
}

/** For the page: the client that has this profile open, once. Its first build costs nothing if it is the one already asked for. */
export function takeEarlyTree(dataUrl: string): TreeClient | null {
  const early = place.hearthEarlyTree
  place.hearthEarlyTree = 'taken'
  if (early === undefined || early === 'taken') return null
  if (early.dataUrl !== dataUrl) {
    early.client.close()
    return null
  }
  const { client, order, built } = early
  let isFirst = true
  return {
    ...client,
    build(wanted) {
      const isThis = isFirst && JSON.stringify(wanted) === JSON.stringify(order)
      isFirst = false
      return isThis ? built : client.build(wanted)
    },
  }
}
