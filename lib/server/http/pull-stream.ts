import { Readable } from 'node:stream'

/**
 * Gives the pieces as a stream that makes the next one when it is wanted. Not Readable.toWeb: a browser that goes away
 * in mid-download makes that one throw outside every catch.
 */
export function pullStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (next.done === true) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await pieces.return?.(undefined)
        // An iterator that was asked for nothing yet ends without letting its source go.
        if (source instanceof Readable) source.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
