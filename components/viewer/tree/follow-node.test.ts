import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { applyFilters, type Filter } from '../../../lib/profile/filters/filters.ts'
import { emptyProvenance, type Profile } from '../../../lib/profile/model/profile.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { anyProfile } from '../../../lib/testing/profiles/random-profile.ts'
import { createProfileBuilder } from '../../../lib/profile/model/profile-builder.ts'
import { buildFlameChart } from '../../../lib/profile/tree/time-ordered-tree.ts'
import { findMomentInNewChart } from './follow-moment.ts'
import { findNodeInNewTree, findNodeInTurnedTree } from './follow-node.ts'
import { orderChartThreads } from '../worker/chart-threads.ts'

const profile = profileFromDiagram(`
  main  main
  run   run
  work  idle
  sum   .
`)
const named = (shown: Profile) => ({ ...shown, tree: buildCallTree(shown) })
const whole = named(profile)
const nodeOf = ({ tree, frames, strings }: typeof whole, name: string) =>
  Array.from(tree.frame).findIndex((frame) => strings[frames.name[frame] ?? -1] === name)

function follow(name: string, filter: Filter): string {
  const shown = named(applyFilters(profile, [filter]))
  const frame = shown.tree.frame[findNodeInNewTree(whole, nodeOf(whole, name), shown)]!
  return frame < 0 ? 'all' : shown.strings[shown.frames.name[frame]!]!
}

describe('a node of a tree that is turned upside down', () => {
  const runs = profileFromDiagram(`
    main  main  main
    run   run   idle
    work  work  .
    sum   .     .
    5     1     9
  `)
  const [upright, turned] = [named(runs), named(applyFilters(runs, [{ type: 'invert' }]))]
  const nameAt = ({ tree, frames, strings }: typeof whole, node: number) => strings[frames.name[tree.frame[node]!]!]

  it('is the heaviest box of its function, and comes back', () => {
    for (const name of ['main', 'run', 'work', 'sum', 'idle']) {
      const there = findNodeInTurnedTree(upright, nodeOf(upright, name), turned)
      expect(nameAt(turned, there)).toBe(name)
      expect(nameAt(upright, findNodeInTurnedTree(turned, there, upright))).toBe(name)
    }
    // 5 of them end in its callee, 1 in itself.
    expect(turned.tree.total[findNodeInTurnedTree(upright, nodeOf(upright, 'work'), turned)]).toBe(5)
  })

  it('is the root where a box, or its function, is not there', () => {
    const without = named(applyFilters(runs, [{ type: 'hide', name: 'sum' }, { type: 'invert' }]))
    expect(findNodeInTurnedTree(upright, nodeOf(upright, 'sum'), without)).toBe(0)
  })
})

describe('a node under other filters', () => {
  it('is found where callers were hidden or cut off', () => {
    expect(follow('sum', { type: 'hide', name: 'run' })).toBe('sum')
    expect(follow('sum', { type: 'focus', name: 'work' })).toBe('sum')
    expect(follow('sum', { type: 'show-from', name: 'run' })).toBe('sum')
  })

  it('is the last that is left on its way when it is gone itself', () => {
    expect(follow('sum', { type: 'hide', name: 'sum' })).toBe('work')
    expect(follow('sum', { type: 'drop', name: 'work' })).toBe('run')
    expect(follow('sum', { type: 'drop', name: 'main' })).toBe('all')
  })

  it('is found where its callers are cut off, also beside another stack that begins as its own does', () => {
    const two = profileFromDiagram(`
      run    run
      serve  serve
      handle handle
      settle other
      find   .
      1      9
    `)
    const before = named(two)
    for (const name of ['find', 'settle']) {
      const after = named(applyFilters(two, [{ type: 'show-from', name }]))
      expect(findNodeInNewTree(before, nodeOf(before, name), after)).toBe(nodeOf(after, name))
    }
  })

  it('is not the function of another stack that was there before', () => {
    const two = named(profileFromDiagram('run    find\nserve  .\nhandle .\nsettle .\nfind   .\n1      9'))
    const without = named(profileFromDiagram('run   find\nserve .\n1     9'))
    expect(findNodeInNewTree(two, two.tree.length - 1, without)).toBe(nodeOf(without, 'serve'))
  })

  it('goes from the box of a framework to its first frame, and back to the box', () => {
    const spring = profileFromDiagram(`
      main
      org.springframework.A.run
      org.springframework.B.run
      sell
    `)
    const open = named(spring)
    const folded = named(applyFilters(spring, [{ type: 'fold-framework', pack: 'spring', open: [] }]))
    expect(findNodeInNewTree(folded, nodeOf(folded, 'Spring'), open)).toBe(nodeOf(open, 'org.springframework.A.run'))
    expect(findNodeInNewTree(open, nodeOf(open, 'org.springframework.B.run'), folded)).toBe(nodeOf(folded, 'Spring'))
  })

  it('is found when its callers get their names, where most of its way is the same, and not elsewhere', () => {
    const early = named(profileFromDiagram('serve\nunknown\nInterpreter\nsettle\nfind'))
    const later = named(profileFromDiagram('serve serve\nhandle other\nInterpreter .\nsettle .\nfind find\n1 9'))
    expect(findNodeInNewTree(early, nodeOf(early, 'find'), later)).toBe(nodeOf(later, 'settle') + 1)
    const elsewhere = named(profileFromDiagram('serve main\nhandle find\n1 9'))
    expect(findNodeInNewTree(early, nodeOf(early, 'find'), elsewhere)).toBe(nodeOf(elsewhere, 'serve'))
  })

  it('is itself in the same tree', () => {
    fc.assert(
      fc.property(anyProfile, (random) => {
        const model = named(random)
        for (let node = 0; node < model.tree.length; node++) expect(findNodeInNewTree(model, node, model)).toBe(node)
      }),
    )
  })
})

describe('a box of a flame chart under other filters', () => {
  const builder = createProfileBuilder()
  const at = (ms: number, ...names: string[]) => {
    let row = -1
    for (const name of names) row = builder.stack(row, builder.frame(name, name.startsWith('jvm') ? 'vm' : 'java'))
    builder.sample(row, builder.thread('main'), ms, 1)
  }
  at(0, 'jvm', 'run', 'work')
  at(50, 'jvm', 'run', 'work')
  at(100, 'jvm', 'run', 'idle')
  const recorded = builder.finish('samples', { ...emptyProvenance('test'), frequencyHz: 100 })
  const chartOf = (...filters: Filter[]) => {
    const shown = applyFilters(recorded, [...filters, { type: 'by-thread' }])
    const { tree, time } = buildFlameChart(shown, [0, 200])
    const chartThreads = orderChartThreads(shown, tree)
    return { ...shown, tree, starts: time!.starts, widths: time!.widths, chartSpan: time!.span, chartThreads }
  }
  const open = chartOf()
  const secondWork = nodeOf(open, 'work') + 3

  it('is the same function at the same moment', () => {
    const folded = chartOf({ type: 'fold-base' })
    const found = findMomentInNewChart(open, secondWork, folded)
    expect(folded.strings[folded.frames.name[folded.tree.frame[found]!]!]).toBe('work')
    expect(folded.starts[found]).toBe(50)
    expect(findMomentInNewChart(open, 1, folded)).toBe(1)
  })

  it('is what ran then on the thread when it is gone itself, and the thread where nothing ran', () => {
    const hidden = chartOf({ type: 'hide', name: 'work' })
    const found = findMomentInNewChart(open, secondWork, hidden)
    expect([hidden.strings[hidden.frames.name[hidden.tree.frame[found]!]!], hidden.starts[found]]).toEqual(['jvm', 50])
    expect(findMomentInNewChart(open, secondWork, chartOf({ type: 'drop', name: 'work' }))).toBe(1)
    expect(findMomentInNewChart(open, secondWork, chartOf({ type: 'drop', name: 'run' }))).toBe(0)
  })
})
