import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { enginesPair, readRecording } from '../../../testing/profiles/recorded-pairs.ts'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { decodeProfile } from '../../encoding/encode.ts'
import type { Profile } from '../../model/profile.ts'
import { compareFunctions } from '../compare-functions.ts'
import { testSignificance } from '../significance/significance.ts'
import { isSignificant, type MergedTree } from './comparison.ts'
import { buildMergedTree } from './merged-tree.ts'
import { normalizeStacks } from './normalize-stacks.ts'

function recorded(engine: string, diagram: string): Profile {
  const profile = profileFromDiagram(diagram)
  return { ...profile, provenance: { ...profile.provenance, engine, versions: { jdk: '25.0.1' } } }
}

function mergeAlike(before: Profile, after: Profile): MergedTree {
  const alike = normalizeStacks(before, after)
  return buildMergedTree(alike.before, alike.after, { width: 'union', scale: 'share', requests: null, sort: 'name' })
}

/** Names by path, with the weights of both sides. */
function listPaths({ tree, strings, frames, before, after }: MergedTree): string[] {
  const paths = ['']
  const lines: string[] = []
  for (let node = 1; node < tree.length; node++) {
    const name = strings[frames.name[tree.frame[node]!]!]!
    const path = (paths[node] = `${paths[tree.parent[node]!]!} ${name}`.trim())
    lines.push(`${path} ${before.total[node]!} ${after.total[node]!}`)
  }
  return lines
}

const ofPerf = recorded(
  'perf',
  `
  Exchange.run  Exchange.run  Report.call
  Server.serve  Server.serve  .
  Rules.find    write_[n]     .
  60            30            10
`,
)

describe('hideUnseenFrames', () => {
  it('gives one box to a method, however many interpreted and inlined ones are below it on one side', () => {
    const seeing = recorded(
      'async-profiler',
      `
      Thread.run_[0]  Thread.run_[0]   Thread.run_[0]
      Worker.run_[0]  Worker.run_[0]   Worker.run_[0]
      Exchange.run    Exchange.run     Report.call
      Link.handle_[i] Link.handle_[i]  .
      Server.serve    Server.serve     .
      Rules.find      Java_write_[n]   .
      .               write_[n]        .
      6               3                1
    `,
    )
    const expected = [
      'Exchange.run 90 9',
      'Exchange.run Server.serve 90 9',
      'Exchange.run Server.serve Rules.find 60 6',
      'Exchange.run Server.serve write 30 3',
      'Report.call 10 1',
    ]
    expect(listPaths(mergeAlike(ofPerf, seeing))).toEqual(expected)
    const swapped = expected.map((line) => line.replace(/(\d+) (\d+)$/, '$2 $1'))
    expect(listPaths(mergeAlike(seeing, ofPerf))).toEqual(swapped)
  })

  it('counts an inlined method for its caller, as the other engine does', () => {
    const seeing = recorded(
      'async-profiler',
      `
      Exchange.run    Exchange.run
      Server.serve    Server.serve
      Rules.find      Rules.find
      .               Rules.test_[i]
      4               6
    `,
    )
    expect(listPaths(mergeAlike(ofPerf, seeing))).toContain('Exchange.run Server.serve Rules.find 60 10')
    const { before, after } = normalizeStacks(ofPerf, seeing)
    expect(compareFunctions(before, after).functions.map(({ name }) => name)).not.toContain('Rules.test')
  })

  it('keeps a new compiled method, and what it inlined, though it calls what its caller called', () => {
    const seeing = recorded(
      'async-profiler',
      `
      Exchange.run  Exchange.run    Exchange.run  Exchange.run
      Server.serve  Server.serve    Server.serve  Server.serve
      Rules.find    Tax.compute     Tax.compute   write_[n]
      .             Tax.round_[i]   write_[n]     .
      50            20              10            20
    `,
    )
    expect(listPaths(mergeAlike(ofPerf, seeing))).toEqual(
      expect.arrayContaining([
        'Exchange.run Server.serve Tax.compute 0 30',
        'Exchange.run Server.serve Tax.compute Tax.round 0 20',
      ]),
    )
  })

  it('leaves something of a thread that was interpreted alone', () => {
    const seeing = recorded(
      'async-profiler',
      `
      Thread.run_[0]  Thread.run_[0]
      Exchange.run    Main.loop_[0]
      Rules.find_[i]  .
      5               5
    `,
    )
    expect(listPaths(mergeAlike(ofPerf, seeing))).toEqual(
      expect.arrayContaining(['Exchange.run 90 5', 'Main.loop 0 5']),
    )
  })

  it('hides nothing beside an import that only does not say how its methods ran', () => {
    const folded = { ...ofPerf, provenance: { ...ofPerf.provenance, engine: 'folded' } }
    const seeing = recorded('async-profiler', 'Exchange.run Exchange.run\nServer.serve Tax.compute_[i]')
    const { after, notes } = normalizeStacks(folded, seeing)
    expect(after.stacks.length).toBe(seeing.stacks.length)
    expect(notes).toContain(
      'folded does not say which methods were inlined or interpreted: if it left them out, they look new or gone.',
    )
  })

  it('finds nothing new or gone in one program that two engines recorded', () => {
    const [perf, asyncProfiler] = [enginesPair.before, enginesPair.after].map((file) =>
      decodeProfile(gunzipSync(readRecording(file))),
    ) as [Profile, Profile]
    for (const [one, other] of [
      [perf, asyncProfiler],
      [asyncProfiler, perf],
    ] as const) {
      const { before, after } = normalizeStacks(one, other)
      const merged = mergeAlike(one, other)
      const paths = listPaths(merged).filter((path) => /findWinningRule \d+ \d+$/.test(path))
      const widest = paths.filter((path) => / \d{3} \d{3}$/.test(path))
      expect(widest.length, paths.join('\n')).toBe(1)
      const { tree } = merged
      let ofBoth = 0
      for (let node = 1; node < tree.length; node++)
        if (merged.before.total[node]! > 0 && merged.after.total[node]! > 0)
          ofBoth += merged.before.self[node]! + merged.after.self[node]!
      expect(ofBoth / (merged.before.total[0]! + merged.after.total[0]!)).toBeGreaterThan(0.85)
      const nodes = testSignificance({ before, after, merged }).nodes('total')
      expect(nodes.q.filter((_, node) => isSignificant(nodes, node)).length).toBe(0)
    }
  })
})
