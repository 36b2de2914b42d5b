/** Facts of a target in lines that Hearth puts before bpftrace's text, read and written. */

/** Sorted by `start` when they are asked for. */
export interface MemoryMapping {
  readonly start: number
  readonly end: number
  /** Of the file, at `start`. */
  readonly offset: number
  readonly path: string
}

export interface BpftraceMetadata {
  bucketNs: number
  readonly threads: Map<number, string>
  readonly mappings: MemoryMapping[]
  /** Symbols of addresses in native libraries, as the linker knows them. */
  readonly natives: Map<number, string>
}

/** False when the line is none. */
export function readMetadataLine(line: string, facts: BpftraceMetadata): boolean {
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

/** The lines that readMetadataLine reads. */
export function* writeMetadata({ bucketNs, threads, mappings, natives }: BpftraceMetadata): Generator<string> {
  yield `# bucket ${bucketNs}\n`
  for (const [tid, name] of threads) yield `# thread ${tid} ${JSON.stringify(name)}\n`
  for (const { start, end, offset, path } of mappings) {
    yield `# map ${start.toString(16)} ${end.toString(16)} ${offset.toString(16)} ${JSON.stringify(path)}\n`
  }
  for (const [address, name] of natives) yield `# native ${address.toString(16)} ${JSON.stringify(name)}\n`
}

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
