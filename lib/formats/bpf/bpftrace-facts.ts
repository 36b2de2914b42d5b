/**
 * Reads and writes the lines with facts of the target that Hearth puts before bpftrace's text.
 *
 * Shape: `# bucket 10000000` (nanoseconds), `# thread 42 "main"`, `# map 7f00 7fff 0 "/lib/x.so"` (start, end, offset:
 * hexadecimal), `# native 7f10 "malloc"`.
 */

/** A file that is mapped into the memory of the target, from address `start` until before `end`. */
export interface MemoryMapping {
  readonly start: number
  readonly end: number
  /** Where in the file `start` is, in bytes. */
  readonly offset: number
  readonly path: string
}

export interface BpftraceFacts {
  /** bpftrace's text counts time in buckets of this length. */
  bucketNs: number
  /** Names by thread id. */
  readonly threads: Map<number, string>
  /** In the order of their lines. */
  readonly mappings: MemoryMapping[]
  /** Names of addresses in native libraries, as in their symbol tables: C++ names are mangled. */
  readonly natives: Map<number, string>
}

/** Adds the fact of a line to `facts`. Gives false when the line has none. */
export function readFactLine(line: string, facts: BpftraceFacts): boolean {
  const [, kind, rest = ''] = /^# (\w+) (.*)$/.exec(line) ?? []
  switch (kind) {
    case 'bucket': {
      const bucketNs = Number(rest)
      if (!(bucketNs > 0)) return false
      facts.bucketNs = bucketNs
      return true
    }
    case 'thread': {
      const [, tid, name] = /^(\d{1,10}) (".*")$/.exec(rest) ?? []
      return tid !== undefined && keepText(name!, (text) => facts.threads.set(Number(tid), text))
    }
    case 'map': {
      const [, start, end, offset, path] =
        /^([0-9a-f]{1,16}) ([0-9a-f]{1,16}) ([0-9a-f]{1,16}) (".*")$/.exec(rest) ?? []
      const at = (hex: string) => Number.parseInt(hex, 16)
      return (
        start !== undefined &&
        keepText(path!, (text) =>
          facts.mappings.push({ start: at(start), end: at(end!), offset: at(offset!), path: text }),
        )
      )
    }
    case 'native': {
      const [, address, name] = /^([0-9a-f]{1,16}) (".*")$/.exec(rest) ?? []
      return address !== undefined && keepText(name!, (text) => facts.natives.set(Number.parseInt(address, 16), text))
    }
    default:
      return false
  }
}

/** Yields the lines that readFactLine reads, each with its newline. */
export function* writeFacts({ bucketNs, threads, mappings, natives }: BpftraceFacts): Generator<string> {
  yield `# bucket ${bucketNs}\n`
  for (const [tid, name] of threads) yield `# thread ${tid} ${JSON.stringify(name)}\n`
  for (const { start, end, offset, path } of mappings) {
    yield `# map ${start.toString(16)} ${end.toString(16)} ${offset.toString(16)} ${JSON.stringify(path)}\n`
  }
  for (const [address, name] of natives) yield `# native ${address.toString(16)} ${JSON.stringify(name)}\n`
}

/** Gives false when `json` is not JSON. Gives true and ignores JSON that is not a string. */
function keepText(json: string, keep: (text: string) => unknown): boolean {
  let text: unknown
  try {
    text = JSON.parse(json)
  } catch {
    return false // a line that was cut
  }
  if (typeof text === 'string') keep(text)
  return true
}
