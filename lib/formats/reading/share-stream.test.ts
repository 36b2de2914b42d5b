import { expect, test } from 'vitest'
import { shareStream } from './share-stream.ts'

test('every reader gets every chunk, and none is fetched before all have asked for it', async () => {
  let fetched = 0
  const numbers = async function* () {
    for (; fetched < 4; fetched++) yield fetched
  }
  const [fast, slow] = shareStream(numbers(), 2) as [AsyncGenerator<number>, AsyncGenerator<number>]
  const ahead = [fast.next(), slow.next()]
  await Promise.all(ahead)
  const second = fast.next()
  expect(fetched).toBe(0)
  expect((await Promise.all([second, slow.next()])).map(({ value }) => value as number)).toEqual([1, 1])
  const rest = async (reader: AsyncGenerator<number>) => {
    const got: number[] = []
    for await (const value of reader) got.push(value)
    return got
  }
  expect(await Promise.all([rest(fast), rest(slow)])).toEqual([
    [2, 3],
    [2, 3],
  ])
})

test('a reader that stops leaves the others alone, and the last one closes the stream', async () => {
  let isOpen = true
  const endless = async function* () {
    try {
      for (let number = 0; ; number++) yield number
    } finally {
      isOpen = false
    }
  }
  const [one, other] = shareStream(endless(), 2) as [AsyncGenerator<number>, AsyncGenerator<number>]
  const take = async (reader: AsyncGenerator<number>, last: number) => {
    for await (const value of reader) if (value === last) return value
    return null
  }
  expect(await Promise.all([take(one, 1), take(other, 50)])).toEqual([1, 50])
  expect(isOpen).toBe(false)
})

test('an error of the stream reaches every reader', async () => {
  const failing = async function* () {
    yield 1
    throw new Error('the pipe broke')
  }
  const ends = shareStream(failing(), 3).map(async (reader) => {
    for await (const value of reader) expect(value).toBe(1)
  })
  const results = await Promise.allSettled(ends)
  expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
    Array.from({ length: 3 }, () => 'Error: the pipe broke'),
  )
})
