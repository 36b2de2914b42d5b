import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../testing/profiles/random-profile.ts'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { byTier } from '../../../testing/tier.ts'
import { createProfileBuilder } from '../../model/profile-builder.ts'
import { type CompileTier, emptyProvenance, type FrameKind, type Profile } from '../../model/profile.ts'
import { compareFunctions } from '../compare-functions.ts'
import { deltaKinds } from '../merged-tree/comparison.ts'
import { normalizeStacks } from '../merged-tree/normalize-stacks.ts'

function recordedBy(engine: string, profile: Profile): Profile {
  return { ...profile, provenance: { ...profile.provenance, engine, vantage: 'host', versions: { jdk: '17.0.15' } } }
}

function compareEngines(one: Profile, other: Profile, delta: 'self' | 'total' = 'total') {
  const { before, after, notes } = normalizeStacks(one, other)
  return { ...compareFunctions(before, after, { delta }), notes }
}

const namesOfSignificant = ({ packages, classes, functions }: ReturnType<typeof compareFunctions>) =>
  [...packages, ...classes, ...functions].filter(({ isSignificant }) => isSignificant).map(({ name }) => name)

// As a JVM without frame pointers was recorded, where a method was inlined and another calls a stub of HotSpot.
const perf = recordedBy(
  'perf',
  profileFromDiagram(`
    Burn.main  Burn.sqrtWork     Burn.sqrtWork  Burn.hash  _new_array_nozero_Java_[v]  start_thread_[n]
    .          StubRoutines_[v]  .              .          MemAllocator::allocate_[v]  thread_native_entry_[v]
    86         40                15             1          10                          9
`),
)
const jfr = recordedBy(
  'jfr',
  profileFromDiagram(`
    Burn.main  Burn.main        Burn.main          Burn.main
    .          Burn.hash_[i]    Burn.price_[i]     Burn.append
    .          .                Burn.sqrtWork_[i]  .
    1          71               6                  3
`),
)
const asyncProfiler = recordedBy(
  'async-profiler',
  profileFromDiagram(`
    Burn.main  Burn.main        Burn.main          Burn.main           start_thread_[n]
    .          Burn.hash_[i]    Burn.price_[i]     Burn.price_[i]      thread_native_entry_[v]
    .          .                Burn.sqrtWork_[i]  Burn.sqrtWork_[i]   .
    .          .                .                  libmSin_[n]         .
    10         81               11                 47                  4
`),
)

describe('one program that two engines recorded', () => {
  it.each([
    ['perf', 'JFR', perf, jfr],
    ['JFR', 'perf', jfr, perf],
    ['perf', 'async-profiler', perf, asyncProfiler],
    ['async-profiler', 'perf', asyncProfiler, perf],
    ['async-profiler', 'JFR', asyncProfiler, jfr],
  ] as const)('has no significant change: %s and %s', (_one, _other, before, after) => {
    for (const delta of deltaKinds) {
      const compared = compareEngines(before, after, delta)
      expect(namesOfSignificant(compared), delta).toEqual([])
      expect(compared.unsure).toBeNull()
    }
  })

  it('has one row for stubs of HotSpot that each engine names otherwise', () => {
    const names = compareEngines(perf, asyncProfiler).functions.map(({ name }) => name)
    expect(names).toContain('StubRoutines')
    expect(names).not.toContain('libmSin')
  })

  it('says what is hidden on a side, and not that it is 0%', () => {
    const { functions } = compareEngines(perf, jfr)
    const hash = functions.find(({ name }) => name === 'Burn.hash')!
    expect(hash).toMatchObject({ totalAfter: 0, hiddenBefore: 0 })
    expect(hash.hiddenAfter).toBeCloseTo(71 / 81)
    const { functions: self } = compareEngines(perf, jfr, 'self')
    expect(self.find(({ name }) => name === 'Burn.sqrtWork')!.hiddenAfter).toBeCloseTo(6 / 81)
  })
})

it('names all methods of a path that grew by one cause, also one between two calls of another', () => {
  const before = recordedBy(
    'async-profiler',
    profileFromDiagram(`
      Main.run          Main.run      Main.run
      Chain.next        Chain.next    Report.write
      Chain.next        Chain.next    .
      Auth.check        Auth.check    .
      Chain.next        Chain.next    .
      Shop.serve_[i]    Shop.list     .
      6                 5             23
  `),
  )
  const after = recordedBy(
    'bpftrace',
    profileFromDiagram(`
      Main.run      Main.run      Main.run
      Chain.next    Chain.next    Report.write
      Chain.next    Chain.next    .
      Auth.check    Auth.check    .
      Chain.next    Chain.next    .
      Price.find    Shop.list     .
      570           10            20
  `),
  )
  const { functions } = compareEngines(before, after)
  const ofPath = functions.filter(({ name }) => ['Chain.next', 'Auth.check', 'Price.find'].includes(name))
  expect(ofPath.map(({ name, isSignificant, cause }) => ({ name, isSignificant, cause }))).toEqual([
    { name: 'Price.find', isSignificant: true, cause: null },
    { name: 'Chain.next', isSignificant: true, cause: 'Price.find' },
    { name: 'Auth.check', isSignificant: true, cause: 'Price.find' },
  ])
})

/** What an engine does to the stacks of a program. */
interface Engine {
  readonly name: string
  readonly inlines: number
  readonly loses: number
  readonly namesInlined: boolean
  readonly showsNative: boolean
  /** What it puts at the root of stacks that lost their callers: each of them as often. */
  readonly lossMarks?: readonly string[]
}

const engines = [
  { name: 'perf', inlines: 0.4, loses: 0.4, namesInlined: false, showsNative: true },
  { name: 'perf', inlines: 0.3, loses: 0, namesInlined: false, showsNative: true },
  { name: 'bpftrace', inlines: 0.5, loses: 0.2, namesInlined: false, showsNative: true },
  { name: 'async-profiler', inlines: 0.4, loses: 0, namesInlined: true, showsNative: true },
  { name: 'jfr', inlines: 0.4, loses: 0, namesInlined: true, showsNative: false },
  {
    name: 'perf',
    inlines: 0.4,
    loses: 0.6,
    namesInlined: false,
    showsNative: true,
    lossMarks: ['[unknown]', '[libc.so.6]'],
  },
] as const satisfies readonly Engine[]

type Stack = readonly string[]

/** Stacks of random methods `C1.m2`, some of which end in a stub. */
function writeProgram(seed: number): Stack[] {
  const random = createRandom(seed)
  const pick = (most: number) => Math.floor(random() * most)
  return Array.from({ length: 4 + pick(5) }, () => [
    'Main.run',
    ...Array.from({ length: 1 + pick(4) }, () => `C${pick(3)}.m${pick(4)}`),
    ...(pick(4) === 0 ? [`stub${pick(2)}`] : []),
  ])
}

/** Each caller's call is inlined or not, as by the JIT compilers of one JVM, which `seed` is of. */
function record(engine: Engine, stacks: readonly (readonly [Stack, number])[], seed: number): Profile {
  const random = createRandom(seed)
  const inlined = new Map<string, boolean>()
  const isInlined = (caller: string, name: string) => {
    const key = `${caller} ${name}`
    if (!inlined.has(key)) inlined.set(key, random() < engine.inlines)
    return inlined.get(key)!
  }
  const builder = createProfileBuilder()
  const thread = builder.thread('main')
  for (const [stack, weight] of stacks) {
    for (let sample = 0; sample < weight; sample++) {
      let frames = stack.map((name, depth): [string, FrameKind, CompileTier] => {
        const isStub = name.startsWith('stub')
        const isIn = !isStub && depth > 0 && isInlined(stack[depth - 1]!, name)
        const shown = isStub && engine.namesInlined ? name : isStub ? 'StubRoutines (1)' : name
        return [shown, isStub ? 'vm' : 'java', isIn ? 'inlined' : 'c2']
      })
      if (!engine.showsNative) {
        // JFR has no sample of a thread that is in a stub.
        if (frames.at(-1)![1] === 'vm') continue
      } else if (!engine.namesInlined) {
        frames = frames.filter(([, , tier]) => tier !== 'inlined').map(([name, kind]) => [name, kind, 'unknown'])
        const { lossMarks = [] } = engine
        if (random() < engine.loses) {
          frames = frames.slice(Math.floor(random() * frames.length))
          const mark = lossMarks[Math.floor(random() * lossMarks.length)]
          if (mark !== undefined) frames.unshift([mark, 'native', 'unknown'])
        } else frames.unshift(['start_thread', 'native', 'unknown'])
      } else if (random() < engine.loses)
        frames.splice(0, Math.floor(random() * frames.length), ['break_compiled', 'native', 'unknown'])
      const last = frames.reduce((row, [name, kind, tier]) => builder.stack(row, builder.frame(name, kind), tier), -1)
      builder.sample(last, thread, Number.NaN, 1)
    }
  }
  return recordedBy(engine.name, builder.finish('samples', emptyProvenance(engine.name)))
}

const anyEngines = fc
  .tuple(fc.constantFrom<Engine>(...engines), fc.constantFrom<Engine>(...engines))
  .filter(([one, other]) => one.name !== other.name)

const [, wholePerf, bpftrace, async, jfrEngine] = engines

// Each of these was once called significant.
const seenCases: [[Engine, Engine], number][] = [
  // The caller of a stub was inlined on one side, and each side has another name of the stub.
  [[async, wholePerf], 12],
  // What the method called was inlined on the side that shows it, and so is not in the merged tree.
  [[wholePerf, jfrEngine], 2120683408],
  [[jfrEngine, bpftrace], 676744835],
  [[bpftrace, jfrEngine], 1415442423],
  [[bpftrace, async], 495144945],
  [[jfrEngine, bpftrace], 950019674],
]

it.each(byTier([33], [33, 1, 2, 3, 4, 5, 6, 7]))(
  'law: between two engines no change of one program is significant, cases of %i',
  (seed) => {
    fc.assert(
      fc.property(anyEngines, fc.nat(), ([one, other], seed) => {
        const random = createRandom(seed + 1)
        const stacks = writeProgram(seed).map((stack) => [stack, 10 + Math.floor(random() * 60)] as const)
        for (const delta of deltaKinds) {
          const compared = compareEngines(record(one, stacks, seed + 2), record(other, stacks, seed + 3), delta)
          expect(namesOfSignificant(compared)).toEqual([])
        }
      }),
      { seed, examples: seenCases, numRuns: byTier(300, 1000) },
    )
  },
)

/** Samples of which so many percent are of `Price.find`. */
const whenHot = (hot: number): (readonly [Stack, number])[] => [
  [['Main.run', 'Shop.serve', 'Price.find'], hot * 5],
  [['Main.run', 'Shop.serve', 'Cart.sum'], (100 - hot) * 3],
  [['Main.run', 'Report.write', 'Json.print'], (100 - hot) * 2],
]

it('law: between two engines a method that both see is named where its self share changed by 30 points', () => {
  const sees: readonly Engine[] = engines.map((engine) => ({ ...engine, inlines: 0, loses: 0 }))
  fc.assert(
    fc.property(
      fc.constantFrom(...sees),
      fc.constantFrom(...sees),
      fc.integer({ min: 5, max: 60 }),
      (one, other, share) => {
        const [before, after] = [record(one, whenHot(share), 1), record(other, whenHot(share + 30), 2)]
        for (const delta of deltaKinds)
          expect(namesOfSignificant(compareEngines(before, after, delta))).toContain('Price.find')
      },
    ),
    { seed: 34, numRuns: byTier(60, 600) },
  )
})

/**
 * One engine on both sides, both of which lose callers of some share of their stacks, and one of so many others: by
 * more than `minLostCallersShare` in all cases.
 */
const anyLoss = fc.record({
  engine: fc.constantFrom<Engine>(...engines.filter(({ showsNative }) => showsNative)),
  alike: fc.constantFrom(0, 0, 0.1, 0.5),
  loses: fc.double({ min: 0.15, max: 1, noNaN: true }),
  isBefore: fc.boolean(),
  lossMarks: fc.constantFrom([], ['[unknown]'], ['[unknown]', '[libc.so.6]', '/usr/lib/libjvm.so'], ['0x7f12a0']),
})

/** Both sides as one JVM ran them, with the same methods inlined. */
function recordWithLoss({
  engine,
  alike,
  loses,
  isBefore,
  lossMarks,
}: typeof anyLoss extends fc.Arbitrary<infer Loss> ? Loss : never) {
  const [whole, lossy] = [
    { ...engine, lossMarks, inlines: 0, loses: alike },
    { ...engine, lossMarks, inlines: 0, loses: alike + (1 - alike) * loses },
  ]
  return isBefore ? ([lossy, whole] as const) : ([whole, lossy] as const)
}

it.each(byTier([33], [33, 1, 2, 3, 4, 5, 6, 7]))(
  'law: within one engine no change of one program is significant where one side lost callers, cases of %i',
  (seed) => {
    fc.assert(
      fc.property(anyLoss, fc.nat(), (loss, seed) => {
        const random = createRandom(seed + 1)
        const stacks = writeProgram(seed).map((stack) => [stack, 50 + Math.floor(random() * 300)] as const)
        const [one, other] = recordWithLoss(loss)
        for (const delta of deltaKinds) {
          const compared = compareEngines(record(one, stacks, seed + 2), record(other, stacks, seed + 3), delta)
          expect(namesOfSignificant(compared)).toEqual([])
        }
      }),
      { seed, numRuns: byTier(300, 1000) },
    )
  },
)

it('law: within one engine a method is named where its self share changed by 30 points, where either side lost callers', () => {
  fc.assert(
    fc.property(anyLoss, fc.integer({ min: 5, max: 60 }), fc.nat(), (loss, share, seed) => {
      const [one, other] = recordWithLoss(loss)
      const [before, after] = [record(one, whenHot(share), seed), record(other, whenHot(share + 30), seed + 1)]
      for (const delta of deltaKinds)
        expect(namesOfSignificant(compareEngines(before, after, delta))).toContain('Price.find')
    }),
    { seed: 34, numRuns: byTier(60, 600) },
  )
})

describe('[unknown] where one side of an engine lost its callers', () => {
  const whole = (hot: number) => record({ ...wholePerf, inlines: 0 }, whenHot(hot), 1)
  const lossy = (hot: number) =>
    record({ ...wholePerf, inlines: 0, loses: 0.9, lossMarks: ['[unknown]'] }, whenHot(hot), 2)

  it.each([
    ['after', whole(40), lossy(40)],
    ['before', lossy(40), whole(40)],
  ])('is not comparable, and is no change that is not sure: %s', (_side, before, after) => {
    for (const delta of deltaKinds) {
      const compared = compareEngines(before, after, delta)
      expect(namesOfSignificant(compared)).toEqual([])
      expect(compared.unsure).toBeNull()
    }
    const { functions } = compareEngines(before, after)
    expect(functions.find(({ name }) => name === '[unknown]')).toMatchObject({ isHidden: true, hiddenBy: 'callers' })
  })

  it('hides no growth of a method, nor of a library without symbols by its own work', () => {
    const compared = compareEngines(whole(20), lossy(60))
    expect(namesOfSignificant(compared)).toContain('Price.find')
    expect(namesOfSignificant(compared)).not.toContain('[unknown]')
    const zips = (share: number): (readonly [Stack, number])[] => [
      [['Main.run', 'Shop.serve', '[libzip.so]'], share * 10],
      [['Main.run', 'Report.write', 'Json.print'], (100 - share) * 10],
    ]
    const perfOf = (loses: number, share: number) =>
      record({ ...wholePerf, inlines: 0, loses, lossMarks: ['[libzip.so]'] }, zips(share), 4)
    for (const delta of deltaKinds)
      expect(namesOfSignificant(compareEngines(perfOf(0, 10), perfOf(0.9, 60), delta))).toContain('[libzip.so]')
    expect(namesOfSignificant(compareEngines(perfOf(0, 10), perfOf(0.9, 10)))).not.toContain('[libzip.so]')
  })
})
