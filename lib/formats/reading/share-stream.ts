/**
 * The same chunks for several readers, each of which gets the next one when all that still read have asked for it, so
 * that none is kept. All must be read at the same time. A reader that stops early, or throws, leaves the others alone.
 */
export function shareStream<Chunk>(chunks: AsyncIterable<Chunk>, readers: number): AsyncGenerator<Chunk>[] {
  const iterator = chunks[Symbol.asyncIterator]()
  let active = readers
  let waiting = 0
  let turn = Promise.withResolvers<IteratorResult<Chunk>>()

  const passOn = (): void => {
    if (waiting < active) return
    const { resolve, reject } = turn
    waiting = 0
    turn = Promise.withResolvers()
    iterator.next().then(resolve, reject)
  }
  const read = async function* () {
    try {
      for (;;) {
        const { promise } = turn
        waiting++
        passOn()
        const next = await promise
        if (next.done === true) return
        yield next.value
      }
    } finally {
      active--
      if (active > 0) passOn()
      else await iterator.return?.()
    }
  }
  return Array.from({ length: readers }, read)
}
