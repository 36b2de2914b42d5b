import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import type { Profile } from '../model/profile.ts'
import { compareFunctions } from './compare-functions.ts'
import { testSignificance } from './significance/significance.ts'
import type { MergeOptions } from './merged-tree/comparison.ts'
import { buildMergedTree } from './merged-tree/merged-tree.ts'

const order: MergeOptions = { width: 'after', scale: 'share', requests: null, sort: 'name' }

const inOneSecond = (profile: Profile): Profile => ({
  ...profile,
  provenance: { ...profile.provenance, durationMs: 1000 },
})
const before = inOneSecond(
  profileFromDiagram(`
  main  main  main
  work  old   work
  .     .     work
  600   300   100
`),
)
const after = inOneSecond(
  profileFromDiagram(`
  main  main
  work  new
  300   700
`),
)

describe('compareFunctions', () => {
  it('gives shares of both sides, the largest significant change first', () => {
    expect(
      compareFunctions(before, after).functions.map(({ name, status, totalBefore, totalAfter }) => [
        name,
        status,
        Number(totalBefore.toFixed(12)),
        Number(totalAfter.toFixed(12)),
      ]),
    ).toEqual([
      ['new', 'new', 0, 0.7],
      ['work', 'changed', 0.7, 0.3],
      ['old', 'gone', 0.3, 0],
      ['main', 'same', 1, 1],
    ])
  })

  it('counts a recursion once, and untested rows not at all', () => {
    const rows = compareFunctions(before, after, { scale: 'raw' }).functions
    expect(rows.find(({ name }) => name === 'work')).toMatchObject({
      selfBefore: 700,
      totalBefore: 700,
      totalAfter: 300,
    })
    expect(compareFunctions(before, after).functions.find(({ name }) => name === 'main')).toMatchObject({
      q: null,
      isSignificant: false,
      interval: [0, 0],
    })
  })

  it('has an interval around the change', () => {
    const row = compareFunctions(before, after).functions.find(({ name }) => name === 'new')!
    expect(row.interval[0]).toBeGreaterThan(0.4)
    expect(row.interval[0]).toBeLessThan(0.7)
    expect(row.interval[1]).toBeGreaterThan(0.7)
    expect(row.q).toBeLessThan(0.001)
  })

  it('names the cause before its callers, which changed as much', () => {
    const slow = profileFromDiagram(`
      main  main    main   main
      serve serve   serve  other
      .     handle  handle .
      .     .       scan   .
      20    30      700    250
    `)
    const fast = profileFromDiagram(`
      main  main    main
      serve serve   other
      .     handle  .
      30    120     850
    `)
    expect(compareFunctions(fast, slow).functions[0]).toMatchObject({ name: 'scan', isSignificant: true })
  })
})

describe('threads of the JVM', () => {
  const base = ['__clone_[n]', 'start_thread_[n]', 'thread_native_entry_[v]', 'Thread::call_run_[v]']
  const loop = 'CompileBroker::compiler_thread_loop_[v]'
  const compiled = [...base, 'JavaThread::thread_main_inner_[v]', loop, 'C2Compiler::compile_method_[v]']
  const collected = [...base, 'WorkerThread::run_[v]', 'G1EvacuateRegionsTask::work_[v]']
  const program = ['java.lang.Thread.run', 'shop.Main.serve']
  const profile = (stacks: readonly (readonly [readonly string[], number])[]) => {
    const depth = Math.max(...stacks.map(([stack]) => stack.length))
    const rows = Array.from({ length: depth }, (_, at) => stacks.map(([stack]) => stack[at] ?? '.').join('  '))
    return inOneSecond(profileFromDiagram([...rows, stacks.map(([, weight]) => weight).join('  ')].join('\n')))
  }
  const causesOf = (one: Profile, other: Profile) =>
    compareFunctions(one, other)
      .functions.filter(({ isSignificant, cause, totalAfter, totalBefore }) => {
        return isSignificant && cause === null && totalAfter > totalBefore
      })
      .map(({ name }) => name)
  const phases = ['PhaseChaitin::Register_Allocate_[v]', 'PhaseIterGVN::optimize_[v]', 'Parse::do_all_blocks_[v]']
  const warm = profile([
    [program, 980],
    [[...collected, 'a_[v]'], 20],
  ])

  it('are named by what they work at, not by how each of them starts', () => {
    const compiling = profile([
      [program, 380],
      ...phases.map((phase) => [[...compiled, phase], 200] as const),
      [[...collected, 'a_[v]'], 20],
    ])
    expect(causesOf(warm, compiling)).toEqual(['CompileBroker::compiler_thread_loop'])
    const little = profile([
      [program, 780],
      ...phases.map((phase) => [[...compiled, phase], 60] as const),
      [[...collected, 'a_[v]'], 20],
    ])
    // Neither new nor gone.
    expect(causesOf(little, compiling)).toEqual(['CompileBroker::compiler_thread_loop'])
    const collecting = profile([
      [program, 400],
      ...['a_[v]', 'b_[v]', 'c_[v]'].map((leaf) => [[...collected, leaf], 200] as const),
    ])
    expect(causesOf(warm, collecting)).toEqual(['WorkerThread::run'])
  })
})

describe('what an engine does not show', () => {
  const interpreted = profileFromDiagram(`
    run              run
    Interpreter_[v]  Interpreter_[v]
    work             rest
    700              300
  `)
  const compiled = profileFromDiagram(`
    run              run
    loop             Interpreter_[v]
    work             rest
    700              300
  `)

  it('is not taken for a change', () => {
    expect(
      compareFunctions(interpreted, compiled).functions.filter(
        ({ kind, isSignificant }) => isSignificant && kind === 'java',
      ),
    ).toEqual([])
    const loop = compareFunctions(interpreted, compiled).functions.find(({ name }) => name === 'loop')!
    expect(loop).toMatchObject({ status: 'new', selfAfter: 0 })
    expect(loop.interval[0]).toBeLessThanOrEqual(0)
  })

  it('is not taken for a change where the interpreter ran it on one side, and its caller inlined it on the other', () => {
    const one = profileFromDiagram(`
      thread_entry_[v]  thread_entry_[v]  thread_entry_[v]
      Pool.run          Pool.run          Pool.run
      Task.call         Task.call         Task.call
      Shop.settle       Shop.settle       Shop.read
      Rules.find        Rules.sum         .
      600               250               150
    `)
    const other = profileFromDiagram(`
      thread_entry_[v]  thread_entry_[v]  thread_entry_[v]
      Interpreter_[v]   Interpreter_[v]   Interpreter_[v]
      Task.call         Task.call         Interpreter_[v]
      Rules.find        Rules.sum         Shop.read
      620               240               140
    `)
    const { functions } = compareFunctions(one, other)
    expect(functions.filter(({ isSignificant }) => isSignificant)).toEqual([])
    expect(functions.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Pool.run', 'Shop.settle']),
    )
  })

  it('hides no cost that was not there before', () => {
    const slower = profileFromDiagram(`
      run   run   run
      loop  loop  Interpreter_[v]
      work  scan  rest
      350   500   150
    `)
    const rows = compareFunctions(interpreted, slower).functions
    expect(rows[0]).toMatchObject({ name: 'scan', isSignificant: true })
  })

  it('counts as a change where an engine shows all frames', () => {
    const [one, two] = ['work', 'loop'].map((name) =>
      profileFromDiagram(`
        run       run       run_[i]
        ${name}   rest      rest
        work      .         .
        700       300       1
      `),
    )
    const loop = compareFunctions(one!, two!).functions.find(({ name }) => name === 'loop')
    expect(loop).toMatchObject({ status: 'new', isSignificant: true })
  })
})

it('leads to the node where a function weighs most', () => {
  const merged = buildMergedTree(before, after, order)
  const { frame, widest } = testSignificance({ before, after, merged }).functions('total')
  for (let row = 0; row < frame.length; row++) expect(merged.tree.frame[widest[row]!]).toBe(frame[row])
})

describe('a large change that is not significant', () => {
  const fewOf = (slow: number) =>
    inOneSecond(
      profileFromDiagram(`
    main  main
    work  slow
    ${20 - slow}    ${slow}
  `),
    )
  const significantOf = ({ packages, classes, functions }: ReturnType<typeof compareFunctions>) =>
    [...packages, ...classes, ...functions].filter(({ isSignificant }) => isSignificant)

  it('is named by the function that spends it, since it cannot be called none', () => {
    const compared = compareFunctions(fewOf(10), fewOf(16))
    expect(significantOf(compared)).toEqual([])
    expect(compared.unsure).toMatchObject({ totalBefore: 0.5, totalAfter: 0.8, isSignificant: false })
  })

  it('is not named if all are small, or another one is significant', () => {
    expect(compareFunctions(fewOf(10), fewOf(13)).unsure).toBeNull()
    const surely = compareFunctions(before, after)
    expect(significantOf(surely).length).toBeGreaterThan(0)
    expect(surely.unsure).toBeNull()
  })
})
