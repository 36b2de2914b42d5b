const threadPattern = /^\[(.*) tid=(\d{1,10})\]$/s

/**
 * Reads the frame by which async-profiler names the thread of a stack, `[http-1 tid=4711]`. Gives null for any other
 * text. The id may be above 32 bits.
 */
export function readThreadFrame(text: string): { readonly name: string; readonly tid: number } | null {
  const [, name, tid] = threadPattern.exec(text) ?? []
  return name === undefined ? null : { name, tid: Number(tid) }
}
