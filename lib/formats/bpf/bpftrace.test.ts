import { expect, test } from 'vitest'
import { parsePerfMap } from '../../jvm/perf-map.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { createRandom } from '../../testing/profiles/random-profile.ts'
import { writeFacts } from './bpftrace-facts.ts'
import { type BpftraceOptions, readBpftrace } from './bpftrace.ts'

/** The output of bpftrace 0.17, with fewer frames. */
const printed = `Attaching 4 probes...
@a[1465765, 5484, , 
	7f148cf9342e 0x7f148cf9342e ([unknown])
	7f14a4c1eae2 0x7f14a4c1eae2 ([unknown])
	7f14a57ed1f5 0x7f14a57ed1f5 ([unknown])
]: 1
@a[1465766, 5472, 
	ffffffff822010c9 _raw_spin_unlock_irqrestore+25
	ffffffff81e32fbe 0xffffffff81e32fbe
, 
	7f148cf9342e 0x7f148cf9342e ([unknown])
]: 3

@b[1465865, 5484, , ]: 2
`
const facts = [
  ...writeFacts({
    bucketNs: 10_000_000,
    threads: new Map([[5484, 'main "x"']]),
    mappings: [
      { start: 0x7f14a57e0000, end: 0x7f14a5800000, offset: 0, path: '/lib/libc.so.6' },
      { start: 0x7f14a4200000, end: 0x7f14a5200000, offset: 0x1000, path: '/jvm/lib/server/libjvm.so' },
    ],
    natives: new Map([[0x7f14a4c1eae2, 'JavaCalls::call_helper']]),
  }),
].join('')
const map = (name: string) => parsePerfMap(Buffer.from(`7f148cf93400 100 ${name}\n`)).map
const javaMaps = [
  { atMs: 0, map: map('long shop.Price.scan(int)') },
  { atMs: 2000, map: map('void shop.Other.run()') },
]

async function read(text: string, options: BpftraceOptions = {}) {
  return await readBpftrace(chunksOf(text, 7), { javaMaps, clockOriginSeconds: 14_657, ...options })
}

/** Each sample as `time thread weight: root;...;leaf`, the kind of frame in one letter. */
function rowsOf({ strings, frames, stacks, threads, samples }: Profile): string[] {
  return Array.from(samples.stack, (row, sample) => {
    const names: string[] = []
    for (let at = row; at >= 0; at = stacks.parent[at]!) {
      const frame = stacks.frame[at]!
      names.unshift(`${strings[frames.name[frame]!]}/${'jvnku'[frames.kind[frame]!]}`)
    }
    const thread = strings[threads.name[samples.thread[sample]!]!]
    return `${samples.time[sample]} ${thread} ${samples.weight[sample]}: ${names.join(';')}`
  })
}

test('Java frames are named by the symbol map nearest in time, native frames by the recorded symbols, kernel frames by bpftrace', async () => {
  const { profile, warnings } = await read(facts + printed)
  expect(rowsOf(profile)).toEqual([
    '650 main "x" 1: [libc.so.6]/n;JavaCalls::call_helper/v;shop.Price.scan/j',
    '660 thread 5472 3: shop.Price.scan/j;[kernel.kallsyms]/k;_raw_spin_unlock_irqrestore/k',
    '1650 main "x" 2: ',
  ])
  expect(profile.unit).toBe('samples')
  expect(warnings).toEqual([{ code: 'samples-without-stack', text: expect.any(String) as string, count: 1 }])
  // Each frame counts with its weight; two maps disagree about the address.
  expect(profile.provenance).toMatchObject({ engine: 'bpftrace', ambiguousFrames: 2 })
  expect(profile.provenance.resolution['kernel']).toEqual({ frames: 2, named: 1 })
})

test('a kernel address below frames of the program is unknown', async () => {
  const garbage = '\tffffffffffffffff 0xffffffffffffffff ([unknown])\n\t41 0x41 ([unknown])\n]: 3'
  const { profile } = await read(facts + printed.replace(']: 3', garbage))
  expect(rowsOf(profile)[1]).toBe(
    '660 thread 5472 3: [unknown]/u;shop.Price.scan/j;[kernel.kallsyms]/k;_raw_spin_unlock_irqrestore/k',
  )
})

test('off-CPU time is in nanoseconds', async () => {
  const { profile } = await read(facts + printed.replaceAll(']: 3', ']: 14271000'), {
    provenance: { event: 'off-cpu' },
  })
  expect(profile.unit).toBe('nanoseconds')
  expect([...profile.samples.weight]).toEqual([1, 14_271_000, 2])
})

test('a stack whose end was cut off is skipped, as are other lines', async () => {
  const cut = facts + printed.slice(0, printed.indexOf(']: 3'))
  const { profile, warnings } = await read(`what is this\n# thread x\n${cut}`)
  expect(profile.samples.length).toBe(1)
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'lines-skipped', count: 3, line: 1 }))
})

test('the warning about a stack that was cut has the line where it begins', async () => {
  const cut = '@a[1465766, 5472, \n\tffffffff822010c9 tick+25\n'
  const whole = `${cut}, ]: 1\n`
  for (const [text, count, line] of [
    [whole + cut, 1, 4],
    [cut + whole, 1, 1],
    [`${whole}${cut}]:`, 2, 4],
  ] as const) {
    const { profile, warnings } = await read(text)
    expect(profile.samples.length).toBe(1)
    expect(warnings).toMatchObject([{ code: 'lines-skipped', count, line }])
  }
})

test('law: damaged text gives a profile', async () => {
  const random = createRandom(11)
  const whole = Buffer.from(facts + printed)
  for (let round = 0; round < 1000; round++) {
    const bytes = Buffer.from(whole)
    for (let hit = 0; hit < 6; hit++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    const { profile } = await readBpftrace(chunksOf(bytes), { javaMaps })
    expect(profile.samples.length).toBeLessThanOrEqual(4)
  }
})
