import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TreeClient } from '../viewer/worker/tree-client.ts'
import type { DrawnTree, TreeOrder } from '../viewer/worker/tree-messages.ts'
import { handOverTree, isTreeOffered, offerEarlyTree, takeEarlyTree, type EarlyTree } from './early-tree.ts'

const order: TreeOrder = { filters: [], sort: 'name' }
const first = {} as DrawnTree
const later = {} as DrawnTree

function earlyTree() {
  const client = { build: vi.fn(() => Promise.resolve(later)), close: vi.fn() }
  const early: EarlyTree = {
    dataUrl: '/api/v1/profiles/1/data',
    client: client as unknown as TreeClient,
    order,
    built: Promise.resolve(first),
  }
  return { client, early }
}

describe('the early tree', () => {
  beforeEach(() => {
    delete (globalThis as { hearthEarlyTree?: unknown }).hearthEarlyTree
  })

  it('gives the page the client and the tree that was asked for before it was alive', async () => {
    const { client, early } = earlyTree()
    offerEarlyTree(() => early)
    expect(isTreeOffered()).toBe(true)
    const taken = takeEarlyTree(early.dataUrl)!
    expect(await taken.build({ filters: [], sort: 'name' })).toBe(first)
    expect(client.build).not.toHaveBeenCalled()
    expect(await taken.build(order)).toBe(later)
  })

  it('asks anew when the page wants another tree', async () => {
    const { early } = earlyTree()
    offerEarlyTree(() => early)
    expect(await takeEarlyTree(early.dataUrl)!.build({ filters: [], sort: 'weight' })).toBe(later)
  })

  it('is taken once', () => {
    const { early } = earlyTree()
    offerEarlyTree(() => early)
    takeEarlyTree(early.dataUrl)
    expect(takeEarlyTree(early.dataUrl)).toBe(null)
  })

  it('is closed when the page shows another profile', () => {
    const { client, early } = earlyTree()
    offerEarlyTree(() => early)
    expect(takeEarlyTree('/api/v1/profiles/2/data')).toBe(null)
    expect(client.close).toHaveBeenCalledOnce()
  })

  it('is handed over by a page that read a file, also after another profile was shown, and the older one is closed', async () => {
    takeEarlyTree('/api/v1/profiles/0/data')
    const older = earlyTree()
    const { early } = earlyTree()
    handOverTree(older.early)
    handOverTree(early)
    expect(older.client.close).toHaveBeenCalledOnce()
    expect(await takeEarlyTree(early.dataUrl)!.build(order)).toBe(first)
  })

  it('is not opened at all when the page was faster', () => {
    takeEarlyTree('/api/v1/profiles/1/data')
    const open = vi.fn(() => earlyTree().early)
    expect(offerEarlyTree(open)).toBe(null)
    expect(open).not.toHaveBeenCalled()
    expect(isTreeOffered()).toBe(false)
  })
})
