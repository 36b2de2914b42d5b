import { describe, expect, it, vi } from 'vitest'
import { createRequestQueue } from './serve-worker.ts'

interface Request {
  readonly type: string
  readonly serial: number
}

/** Requests that end when the test ends them. */
function queue() {
  const started: number[] = []
  const outdated: number[] = []
  const giveUp = vi.fn()
  let end: () => void = () => undefined
  const requests = createRequestQueue<Request>({
    run: ({ serial }) => {
      started.push(serial)
      return new Promise((resolve) => (end = resolve))
    },
    giveUp,
    makesNeedless: (newer, older) => newer.type === 'build' && older.type === 'test',
    onOutdated: ({ serial }) => outdated.push(serial),
  })
  const add = (type: string, serial: number) => requests.add({ type, serial })
  const finish = async () => {
    end()
    // One turn for the queue to make way for messages, one for the request after it to start.
    await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { add, finish, started, outdated, giveUp }
}

describe('requests to a worker', () => {
  it('are worked off one after the other, in their order', async () => {
    const { add, finish, started } = queue()
    add('build', 1)
    add('search', 2)
    add('colours', 3)
    expect(started).toEqual([1])
    await finish()
    await finish()
    expect(started).toEqual([1, 2, 3])
  })

  it('are dropped when a newer one of their type came while they waited', async () => {
    const { add, finish, started, outdated } = queue()
    add('build', 1)
    add('search', 2)
    add('search', 3)
    expect(outdated).toEqual([2])
    await finish()
    expect(started).toEqual([1, 3])
  })

  it('are asked to give up when a newer one of their type comes while they run', () => {
    const { add, giveUp } = queue()
    add('search', 1)
    add('colours', 2)
    expect(giveUp).not.toHaveBeenCalled()
    add('search', 3)
    expect(giveUp).toHaveBeenCalledOnce()
  })

  it('go when a newer one makes them needless, whatever their type', async () => {
    const { add, finish, started, outdated, giveUp } = queue()
    add('test', 1)
    add('test', 2)
    add('search', 3)
    expect(giveUp).toHaveBeenCalledOnce()
    add('build', 4)
    expect(giveUp).toHaveBeenCalledTimes(2)
    expect(outdated).toEqual([2])
    await finish()
    await finish()
    expect(started).toEqual([1, 3, 4])
  })

  it('start at once when nothing runs', async () => {
    const { add, finish, started } = queue()
    add('build', 1)
    await finish()
    add('build', 2)
    expect(started).toEqual([1, 2])
  })
})
