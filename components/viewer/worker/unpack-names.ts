import type { FrameNames, PackedNames } from './tree-messages.ts'

/** Cut out between two pauses: a few milliseconds. */
const step = 20_000

/** Cuts the names apart, with a pause now and then for whatever else the page has to do: there may be 200,000. */
export async function unpackNames({ frames, joined, lengths }: PackedNames): Promise<FrameNames> {
  const strings: string[] = []
  let end = 0
  for (let index = 0; index < lengths.length; index++) {
    if (index > 0 && index % step === 0) await pause()
    strings.push(joined.slice(end, (end += lengths[index]!)))
  }
  return { frames, strings }
}

/** Not a timer: those of a tab that nobody sees come once a second. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
