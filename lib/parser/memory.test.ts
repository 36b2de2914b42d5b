/** How much memory a parser takes for files that are far larger: it is watched, and killed above its limit. */
import { describe, expect, it } from 'vitest'
import { type LargeInput, makeLargeInput } from '../testing/formats/large-inputs.ts'
import { byTier } from '../testing/tier.ts'
import { runParser } from './run-parser.ts'

const memoryBytes = 200e6
const inputs: readonly LargeInput[] = byTier(
  ['cpuprofile', 'flamebearer', 'otlp'],
  [
    'cpuprofile',
    'chrome-trace',
    'speedscope',
    'speedscope-events',
    'flamebearer',
    'folded',
    'perf-script',
    'pprof',
    'otlp',
    'otlp-json',
    'traces',
    'async-profiler',
  ],
)
const fileBytes = byTier(50e6, 1e9)
const limits = { memoryBytes, seconds: 600, parserUid: 65_534 }

describe(`below 200 MB, of ${fileBytes / 1e6} MB`, () => {
  it.each(inputs)('%s', { timeout: byTier(120_000, 600_000) }, async (name) => {
    const [profile, ...others] = await runParser({ format: 'guess' }, chunksOf(name), limits)
    expect(others).toEqual([])
    expect(profile!.samples).toBeGreaterThan(0)
  })
})

async function* chunksOf(name: LargeInput): AsyncGenerator<Uint8Array> {
  for (const piece of makeLargeInput(name, fileBytes)) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
