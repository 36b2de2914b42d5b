import { openTreeClient, type TreeClient } from '../../viewer/worker/tree-client.ts'
import type { DrawnTree, ProfileBasics, TreeOrder } from '../../viewer/worker/tree-messages.ts'
import type { LivePicture } from './live-snapshots.ts'

/** A picture that is drawn, and whom to ask about it. */
export interface LiveTree {
  readonly picture: LivePicture
  readonly order: TreeOrder
  readonly client: TreeClient
  readonly basics: ProfileBasics
  readonly drawn: DrawnTree
}

export interface LiveTrees {
  /** This picture in this order next; what is asked for in between is left out. */
  show(picture: LivePicture, order: TreeOrder): void
  readonly get: () => LiveTree | null
  readonly subscribe: (listener: () => void) => () => void
  close(): void
}

/**
 * Trees of the pictures of a capture, made one after the other. The one before stays until the next is whole, so nothing
 * flickers; each picture has a worker of its own, which ends with it.
 */
export function createLiveTrees(startWorker: () => Worker): LiveTrees {
  let tree: LiveTree | null = null
  let next: Pick<LiveTree, 'picture' | 'order'> | null = null
  let isMaking = false
  const listeners = new Set<() => void>()

  async function makeNext(): Promise<void> {
    isMaking = true
    while (next !== null) {
      const { picture, order } = next
      next = null
      const isSame = tree?.picture === picture
      const client = isSame ? tree!.client : openTreeClient(startWorker(), { bytes: picture.bytes })
      try {
        const [basics, drawn] = await Promise.all([client.opened, client.build(order)])
        const before = tree
        tree = { picture, order, client, basics, drawn }
        for (const listener of listeners) listener()
        if (!isSame) before?.client.close()
      } catch (error) {
        // It cannot be read, or the page was left: the one on the screen stays.
        if (!(error instanceof DOMException)) console.error(error)
        if (!isSame) client.close()
      }
    }
    isMaking = false
  }

  return {
    show(picture, order) {
      if (tree?.picture === picture && tree.order === order) return
      next = { picture, order }
      if (!isMaking) void makeNext()
    },
    get: () => tree,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      next = null
      tree?.client.close()
      tree = null
    },
  }
}
