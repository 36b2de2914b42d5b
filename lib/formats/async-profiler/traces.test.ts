import { expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { detectFormat } from '../detect.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { readAsyncProfilerTraces } from './traces.ts'

const read = async (text: string) => {
  expect(detectFormat(Buffer.from(text))).toEqual({ format: 'async-profiler-traces', isSure: true })
  return await readAsyncProfilerTraces(chunksOf(text, 7))
}
const summary = '--- Execution profile ---\nTotal samples       : 45\n\nFrame buffer usage  : 0.03%\n\n'
const flat =
  '          ns  percent  samples  top\n  ----------  -------  -------  ---\n   300000000   66.67%       30  shop.Price.scan\n'

it('turns the stacks round, and leaves out the summary and the flat list', async () => {
  const stacks =
    '--- 300000000 ns (66.67%), 30 samples\n  [ 0] shop.Price.scan_[j]\n  [ 1] shop.Main.main\n\n' +
    '--- 120000000 ns (26.67%), 12 samples\n  [ 0] __memmove_avx\n  [ 1] shop.Main.main\n  [ 2] [main tid=17]\n\n' +
    '--- 10000000 ns (2.22%), 1 sample\n  [ 0] [unknown_Java]\n\n'
  for (const text of [
    summary + stacks + flat,
    stacks,
    `Profiling for 3 seconds\nDone\n${summary}${stacks}`,
    stacks.replaceAll('\n', '\r\n'),
  ]) {
    const { profile, warnings } = await read(text)
    expect([...writeFolded(profile, { threads: true })]).toEqual([
      '[main tid=17];shop.Main.main;__memmove_avx 12\n',
      '[unknown_Java] 1\n',
      'shop.Main.main;shop.Price.scan 30\n',
    ])
    expect([profile.unit, profile.provenance.event, warnings]).toEqual(['samples', 'cpu', []])
  }
})

it('weighs memory in bytes', async () => {
  const { profile } = await read('--- 4096 bytes (100.00%), 3 samples\n  [ 0] byte[]_[i]\n  [ 1] shop.Main.main\n')
  expect([profile.unit, profile.provenance.event, ...profile.samples.weight]).toEqual(['bytes', 'alloc', 4096])
})
