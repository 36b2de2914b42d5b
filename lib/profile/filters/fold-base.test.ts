import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyService } from '../../testing/profiles/arbitrary-service.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { type BaseNames, findNodeWithBase } from '../tree/base-paths.ts'
import { getNodePath } from '../tree/path-keys.ts'
import { applyFilters, applyFiltersInSteps, type Filter } from './filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { describeBase } from './fold-base.ts'
import { openKeyOfNode } from './fold-framework.ts'
import type { Profile } from '../model/profile.ts'
import { isBaseBox, isBaseFrame } from '../names/base-frames.ts'

const fold: Filter = { type: 'fold-base' }
const printed = (profile: Profile) => printTree(profile, buildCallTree(profile)).split('\n')
const rawNames = ({ frames, strings }: Profile) => Array.from(frames.raw, (raw) => strings[raw]!)
const nodeOf = (profile: Profile, name: string) => {
  const tree = buildCallTree(profile)
  return tree.frame.findIndex((frame, node) => node > 0 && profile.strings[profile.frames.name[frame]!]! === name)
}

const shop = profileFromDiagram(`
  http>start_thread_[n]  http>start_thread_[n]  http>start_thread_[n]  main>_start_[n]     gc>start_thread_[n]  old>Thread.run
  JavaThread::run_[v]    JavaThread::run_[v]    JavaThread::run_[v]    JavaMain_[n]        GC::run_[v]          a.A.go
  Thread.run             Interpreter_[v]        futex_[k]              Main.main           mark_[v]             read_[k]
  a.A.go                 Thread.run             .                      .                   .                    .
  read_[k]               a.A.go                 .                      .                   .                    .
  1                      2                      4                      8                   16                   32
`)

describe('a folded base', () => {
  test('is one box from the root to the first Java method; stacks without one stay', () => {
    expect(printed(applyFilters(shop, [fold]))).toEqual([
      'all 63',
      '  JVM frames 11',
      '    Main.main 8 self 8',
      '    Thread.run 3',
      '      a.A.go 3 self 2',
      '        read 1 self 1',
      '  Thread.run 32',
      '    a.A.go 32',
      '      read 32 self 32',
      '  start_thread 20',
      '    GC::run 16',
      '      mark 16 self 16',
      '    JavaThread::run 4',
      '      futex 4 self 4',
    ])
  })

  test('says how many frames it holds, and leaves one alone under its name', () => {
    expect(rawNames(applyFilters(shop, [fold]))).toContain('up to 3 JVM frames')
    const equal = profileFromDiagram(`
      x_[n]  x_[n]
      y_[v]  z_[v]
      A.a    A.b
    `)
    expect(rawNames(applyFilters(equal, [fold]))).toContain('2 JVM frames')
    const single = profileFromDiagram(`
      x_[v]
      A.a
    `)
    expect(applyFilters(single, [fold])).toBe(single)
  })

  test('is one for each thread, where the graph is split by thread', () => {
    const split = printed(applyFilters(shop, [fold, { type: 'by-thread' }]))
    expect(printed(applyFilters(shop, [{ type: 'by-thread' }, fold]))).toEqual(split)
    expect(split.filter((line) => line.includes('JVM frames'))).toEqual(['    JVM frames 3', '    JVM frames 8'])
  })

  test('leaves a profile without one alone, and folds once', () => {
    const java = profileFromDiagram(`
      A.a  A.b
      B.a  .
    `)
    expect(applyFilters(java, [fold])).toBe(java)
    const folded = applyFilters(shop, [fold])
    expect(applyFilters(folded, [fold])).toBe(folded)
    expect(totalWeight(folded)).toBe(totalWeight(shop))
  })

  test('ends at a frame that is of no JVM: a library of the program, or one without a name', () => {
    const stacks = profileFromDiagram(`
      start_thread_[n]  [unknown]_[u]
      serve_[n]         A.a
      A.a               .
    `)
    const { frames, strings } = stacks
    const names = [...strings, 'libserver.so']
    const module = frames.module.slice()
    module[Array.from(frames.name, (name) => strings[name]).indexOf('serve')] = names.length - 1
    const own = { ...stacks, strings: names, frames: { ...frames, module } }
    expect(applyFilters(own, [fold])).toBe(own)
  })

  test('has the framework boxes of other folds for Java methods', () => {
    const spring = profileFromDiagram(`
      start_thread_[n]
      thread_main_[v]
      org.springframework.Web.call
      A.a
    `)
    const folds: Filter[] = [{ type: 'fold-framework', pack: 'spring', open: [] }, fold]
    expect(printed(applyFilters(spring, folds))).toEqual([
      'all 1',
      '  JVM frames 1',
      '    Spring 1',
      '      A.a 1 self 1',
    ])
  })

  test('takes the box of a collapsed library in', () => {
    const { frames, strings } = shop
    const module = frames.module.map((_, frame) => (frames.kind[frame] === 1 ? strings.length : 0))
    const known = { ...shop, strings: [...strings, 'libjvm.so'], frames: { ...frames, module } }
    const folds: Filter[] = [{ type: 'collapse-module', name: 'libjvm.so' }, fold]
    expect(printed(applyFilters(known, folds))).toEqual(
      expect.arrayContaining(['  JVM frames 11', '    libjvm.so (collapsed) 20 self 16']),
    )
  })
})

describe('a path', () => {
  const folded = applyFilters(shop, [fold])
  const withBase = { ...folded, base: describeBase(shop, folded) }
  const pathIn = (profile: Profile, node: number) => getNodePath(profile, buildCallTree(profile), node)
  const find = (profile: BaseNames & Profile, path: readonly string[]) =>
    findNodeWithBase(profile, buildCallTree(profile), path)

  test('of an older link, through the base or ending in it, is found in the folded graph', () => {
    const tree = buildCallTree(shop)
    // In a stack that is folded each node above the base is the one of its name, each one below it the box.
    for (const [name, expected] of [
      ['JavaMain', 'JVM frames'],
      ['_start', 'JVM frames'],
      ['Main.main', 'Main.main'],
    ] as const) {
      const path = getNodePath(shop, tree, nodeOf(shop, name))
      expect(find(withBase, path)).toEqual({ node: nodeOf(folded, expected), missing: 0 })
    }
    const unfolded = getNodePath(shop, tree, nodeOf(shop, 'mark'))
    expect(find(withBase, unfolded)).toEqual({ node: nodeOf(folded, 'mark'), missing: 0 })
  })

  test('of the folded graph is found in the open one, and the part that is there of a longer one', () => {
    const path = pathIn(folded, nodeOf(folded, 'Main.main'))
    expect(find(shop, path)).toEqual({ node: nodeOf(shop, 'Main.main'), missing: 0 })
    expect(find(shop, [...path, 'kZ3_x'])).toEqual({ node: nodeOf(shop, 'Main.main'), missing: 1 })
    expect(find(withBase, [...pathIn(shop, nodeOf(shop, 'Main.main')), 'kZ3_x'])).toMatchObject({ missing: 1 })
    expect(find(shop, pathIn(folded, nodeOf(folded, 'JVM frames'))).missing).toBe(0)
  })

  test('deeper than a link has keys is found both ways', () => {
    const names = Array.from({ length: 500 }, (_, depth) => `A.a${depth}`)
    const deep = profileFromDiagram(['x_[n]', 'y_[v]', ...names].join('\n'))
    const box = applyFilters(deep, [fold])
    const open = getNodePath(deep, buildCallTree(deep), 400)
    expect(find({ ...box, base: describeBase(deep, box) }, open)).toEqual({ node: 399, missing: 0 })
    expect(find(deep, pathIn(box, 399))).toEqual({ node: 400, missing: 0 })
  })

  test('of a focus made in the folded graph keeps all that was under it there', () => {
    const tree = buildCallTree(folded)
    const thread = tree.parent[nodeOf(folded, 'read')]!
    const path = getNodePath(folded, tree, tree.parent[thread]!)
    const focused = applyFilters(shop, [{ type: 'focus-path', path }])
    expect(printed(focused)[0]).toBe('all 3')
    expect(focused.provenance.warnings).toEqual([])
  })
})

test('filters in steps say what the base is, in rows of the frames that are left', async () => {
  const { profile, base } = await applyFiltersInSteps(shop, [fold], () => Promise.resolve(new Uint8Array()))
  const nameOf = (frame: number) => profile.strings[profile.frames.name[frame]!]!
  expect(nameOf(base!.box)).toBe('JVM frames')
  expect(base!.chains.map((chain) => chain.map(nameOf))).toEqual([
    ['start_thread', 'JavaThread::run'],
    ['start_thread', 'JavaThread::run', 'Interpreter'],
    ['_start', 'JavaMain'],
  ])
})

test('a run of a framework has one key, whether the base is folded or not, and that of an older link holds', () => {
  const web = profileFromDiagram(`
    start_thread_[n]              start_thread_[n]
    JavaThread::run_[v]           JavaThread::run_[v]
    A.a                           B.b
    org.springframework.Web.call  org.springframework.Web.call
    org.springframework.Tx.end    A.a
  `)
  const spring = (...open: string[]): Filter => ({ type: 'fold-framework', pack: 'spring', open })
  const keysOf = (profile: Profile) => {
    const tree = buildCallTree(profile)
    return Array.from({ length: tree.length }, (_, node) => openKeyOfNode(profile, tree, node)).filter(
      (key) => key !== null,
    )
  }
  const [first] = keysOf(applyFilters(web, [spring(), fold]))
  expect(keysOf(applyFilters(web, [spring()]))).toContain(first)
  const opened = printed(applyFilters(web, [spring(first!), fold]))
  expect(opened.filter((line) => line.includes('Spring'))).toEqual(['      Spring 1'])
  // Of a version that counted the frames of the base too.
  expect(printed(applyFilters(web, [spring('la5ig*4'), fold]))).toEqual(opened)
})

test('law: the folded graph is the open one without what stands in a base, and has all its weight', () => {
  fc.assert(
    fc.property(fc.oneof(anyProfile, anyService), (profile) => {
      const folded = applyFilters(profile, [fold])
      const withoutBase = (one: Profile) => {
        const isBase = Array.from(
          { length: one.frames.length },
          (_, frame) => isBaseFrame(one, frame) || isBaseBox(one, frame),
        )
        const leaves = Array.from(one.samples.stack, (stack) => {
          const names: string[] = []
          for (let at = stack; at >= 0; at = one.stacks.parent[at]!) {
            const frame = one.stacks.frame[at]!
            if (!isBase[frame]) names.push(one.strings[one.frames.name[frame]!]!)
          }
          return names.join(';')
        })
        return [leaves, [...one.samples.weight]]
      }
      expect(withoutBase(folded)).toEqual(withoutBase(profile))
      expect(folded.stacks.parent.every((parent, stack) => parent < stack)).toBe(true)
    }),
    { seed: 21, numRuns: 200 },
  )
})
