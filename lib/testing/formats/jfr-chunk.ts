/** Chunks of JFR made by hand, whole or broken on purpose: what real recordings do not hold. */

export type Part = readonly number[]

/** LEB128 as JFR writes it: at most nine bytes, the ninth whole. */
export function leb(value: number | bigint): Part {
  const bytes: number[] = []
  let left = BigInt.asUintN(64, BigInt(value))
  while (bytes.length < 8 && left >= 128n) {
    bytes.push(Number(left & 127n) | 128)
    left >>= 7n
  }
  return [...bytes, Number(left)]
}

export const text = {
  null: [0],
  empty: [1],
  pool: (id: number): Part => [2, ...leb(id)],
  utf8: (value: string): Part => {
    const bytes = Buffer.from(value)
    return [3, ...leb(bytes.length), ...bytes]
  },
  chars: (value: string): Part => {
    const units = Array.from({ length: value.length }, (_, at) => leb(value.charCodeAt(at)))
    return [4, ...leb(units.length), ...units.flat()]
  },
  latin1: (value: string): Part => [5, ...leb(value.length), ...Buffer.from(value, 'latin1')],
} as const

/** A record with its size, which counts itself, in four bytes as the JDK pads it. */
export function encodeRecord(type: number, ...parts: readonly Part[]): Part {
  const body = [...leb(type), ...parts.flat()]
  const size = body.length + 4
  return [(size & 127) | 128, ((size >> 7) & 127) | 128, ((size >> 14) & 127) | 128, size >> 21, ...body]
}

export interface TypeOf {
  readonly id: number
  readonly name: string
  /** `name: type`, with `*` before the type for a constant, `[]` behind it for an array, ` TICKS` for time. */
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * What every recording has of these: stacks, samples of the CPU (100), its own events (101) and their settings (102).
 */
export const typesOfSamples: readonly TypeOf[] = [
  { id: 2, name: 'long' },
  { id: 3, name: 'int' },
  { id: 4, name: 'boolean' },
  { id: 5, name: 'java.lang.String' },
  { id: 10, name: 'jdk.types.Symbol', fields: { string: 'java.lang.String' } },
  { id: 11, name: 'java.lang.Class', fields: { name: '*jdk.types.Symbol' } },
  { id: 12, name: 'jdk.types.Method', fields: { type: '*java.lang.Class', name: '*jdk.types.Symbol' } },
  { id: 13, name: 'jdk.types.FrameType', fields: { description: 'java.lang.String' } },
  {
    ...{ id: 14, name: 'jdk.types.StackFrame' },
    fields: { method: '*jdk.types.Method', type: '*jdk.types.FrameType' },
  },
  { id: 15, name: 'jdk.types.StackTrace', fields: { truncated: 'boolean', frames: 'jdk.types.StackFrame[]' } },
  { id: 16, name: 'jdk.types.ThreadState', fields: { name: 'java.lang.String' } },
  {
    ...{ id: 100, name: 'jdk.ExecutionSample' },
    fields: { startTime: 'long', stackTrace: '*jdk.types.StackTrace', state: '*jdk.types.ThreadState' },
  },
  { id: 101, name: 'jdk.ActiveRecording', fields: { startTime: 'long' } },
  {
    ...{ id: 102, name: 'jdk.ActiveSetting' },
    fields: { startTime: 'long', id: 'long', name: 'java.lang.String', value: 'java.lang.String' },
  },
]

/** The metadata event that tells of these types. */
export function chunkMetadata(types: readonly TypeOf[]): Part {
  const strings: string[] = []
  const index = (value: string): Part => {
    if (!strings.includes(value)) strings.push(value)
    return leb(strings.indexOf(value))
  }
  const element = (name: string, attributes: Record<string, string>, children: readonly Part[] = []): Part => [
    ...index(name),
    ...leb(Object.keys(attributes).length),
    ...Object.entries(attributes).flatMap(([key, value]) => [...index(key), ...index(value)]),
    ...leb(children.length),
    ...children.flat(),
  ]
  const idOf = (name: string): string => `${types.find((type) => type.name === name)?.id ?? 9999}`
  const fieldOf = ([name, spec]: [string, string]): Part => {
    const [type = '', unit] = spec.replace(/^\*|\[\]/g, '').split(' ')
    const attributes = {
      name,
      class: idOf(type),
      ...(spec.startsWith('*') ? { constantPool: 'true' } : {}),
      ...(spec.includes('[]') ? { dimension: '1' } : {}),
    }
    const unitOf = unit === undefined ? [] : [element('annotation', { class: idOf('jdk.jfr.Timespan'), value: unit })]
    return element('field', attributes, unitOf)
  }
  const classes = types.map(({ id, name, fields = {} }) =>
    element('class', { id: `${id}`, name }, Object.entries(fields).map(fieldOf)),
  )
  const tree = element('root', {}, [element('metadata', {}, classes)])
  return encodeRecord(
    0,
    leb(0),
    leb(0),
    leb(1),
    leb(strings.length),
    strings.flatMap((value) => text.utf8(value)),
    tree,
  )
}

/** Constants of one type, by id. */
export function pool(type: number, constants: Readonly<Record<number, Part>>): Part {
  const entries = Object.entries(constants)
  return [...leb(type), ...leb(entries.length), ...entries.flatMap(([id, part]) => [...leb(Number(id)), ...part])]
}

export function checkpoint(delta: number | bigint, ...pools: readonly Part[]): Part {
  return encodeRecord(1, leb(0), leb(0), leb(delta), [0], leb(pools.length), ...pools)
}

export interface ChunkOptions {
  readonly size?: number
  readonly checkpointAt?: number
  readonly metadataAt?: number
  readonly startNanos?: bigint
  readonly state?: number
  readonly minor?: number
}

/** The header before these records. A second is a million ticks; the chunk lasts ten of them. */
export function chunk(records: readonly Part[], options: ChunkOptions = {}): Uint8Array {
  const body = Uint8Array.from(records.flat())
  const bytes = new Uint8Array(68 + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x464c5200)
  view.setUint16(4, 2)
  view.setUint16(6, options.minor ?? 1)
  view.setBigInt64(8, BigInt(options.size ?? bytes.length))
  view.setBigInt64(16, BigInt(options.checkpointAt ?? 0))
  view.setBigInt64(24, BigInt(options.metadataAt ?? 0))
  view.setBigInt64(32, options.startNanos ?? 1_700_000_000_000_000_000n)
  view.setBigInt64(40, 10_000_000_000n)
  view.setBigInt64(48, 5_000_000n)
  view.setBigInt64(56, 1_000_000n)
  view.setUint8(64, options.state ?? 0)
  view.setUint8(67, 1)
  bytes.set(body, 68)
  return bytes
}
