/** Counts what bpftrace prints while it prints it, and what it says it lost. */

export interface OutputCounter {
  /** Samples of the CPU; of off-cpu stacks, how many. */
  readonly samples: number
  push(chunk: Uint8Array): void
}

export function createOutputCounter(weighs: boolean): OutputCounter {
  // A count stands at the end of a line: `]: 12`.
  let rest = ''
  let samples = 0
  return {
    get samples() {
      return samples
    },
    push(chunk) {
      const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      for (const [, count] of text.slice(0, end).matchAll(/\]: (\d+)$/gm)) samples += weighs ? Number(count) : 1
      rest = text.slice(end).slice(-4096)
    },
  }
}

/**
 * What it could not keep, as far as its warnings tell.
 *
 * Source: bpftrace prints `Lost 12 events`, and `Map full; can't update element` once for each.
 */
export function countLosses(stderr: string): number {
  let lost = 0
  for (const [, events] of stderr.matchAll(/^Lost (\d+) events/gm)) lost += Number(events)
  return lost + (stderr.match(/Map full|can't update element/g)?.length ?? 0)
}
