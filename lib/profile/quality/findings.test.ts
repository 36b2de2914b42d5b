import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { collectFindings, findHotMethod, findTopMethod } from './findings.ts'
import { matchesPattern, parseSearch } from '../search/search.ts'

test('finds the method with the largest self share, and garbage collection', () => {
  const findings = collectFindings(shopProfile())
  expect(findings[0]).toMatchObject({
    id: 'hot-method',
    text: 'Hot method: shop.pricing.PriceRules.findWinningRule itself takes 33.3% of all samples.',
  })
  expect(findings[0]!.share).toBeGreaterThan(0.3)
  expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['gc', 'hot-method']))
  const byRule = findings.slice(1).map(({ share }) => share)
  expect(byRule).toEqual(byRule.toSorted((a, b) => b - a))
})

test('the hot method is first, before findings about the JVM with a larger share', () => {
  const hot = 'shop.PriceRules.find'
  const profile = repeated(
    profileFromDiagram(`
      shop.Main.run   shop.Main.run                   G1ParScanGC_[v]
      ${hot}          java.lang.ClassLoader.loadClass .
      3               2                               5
    `),
    500,
  )
  expect(findHotMethod(profile)).toEqual({ name: hot, share: 0.3 })
  expect(collectFindings(profile).map(({ id }) => id)).toEqual(['hot-method', 'gc', 'class-loading'])
})

test('a method is hot from 30% self and 100 samples on', () => {
  const hotOf = (percent: number, samples: number) => {
    const profile = profileFromDiagram(
      `shop.Main.run shop.Main.run\nshop.Rules.find shop.Tax.add\n${percent} ${100 - percent}`,
    )
    return findHotMethod(repeated(profile, samples / profile.samples.length))
  }
  const rules = { name: 'shop.Rules.find', share: 0.3 }
  expect(hotOf(75, 100)).toEqual({ ...rules, share: 0.75 })
  expect(hotOf(75, 98)).toBeNull()
  const spread = (percent: number) =>
    profileFromDiagram(`
      shop.Main.run   shop.Main.run shop.Main.run shop.Main.run shop.Main.run
      shop.Rules.find shop.A.a      shop.B.b      shop.C.c      shop.D.d
      ${percent}      18            18            18            ${46 - percent}
    `)
  expect(findHotMethod(repeated(spread(30), 20))).toEqual(rules)
  expect(findHotMethod(repeated(spread(29), 20))).toBeNull()
})

test('what comes first is a method that works, else another function, else a class, however little it has', () => {
  const topOf = (event: string, diagram: string) => {
    const profile = profileFromDiagram(diagram)
    return findTopMethod({ ...profile, provenance: { ...profile.provenance, event } })
  }
  const waits = 'jdk.internal.misc.Unsafe.park'
  const mixed = `
    shop.Main.run shop.Main.run shop.Main.run
    ${waits}      memcpy_[n]    shop.Rules.find
    60            37            3
  `
  expect(topOf('cpu', mixed)).toEqual({ name: 'shop.Rules.find', share: 0.075, base: 'busy time' })
  expect(topOf('cpu', 'main_[n] main_[n]\nmemcpy_[n] sum_[n]\n70 30')).toEqual({ name: 'memcpy', share: 0.7 })
  expect(topOf('alloc', 'shop.Main.run shop.Main.run\nbyte[]_[i] .\n30 70')).toEqual({
    name: 'shop.Main.run',
    share: 0.7,
  })
  expect(topOf('alloc', 'shop.Main.run shop.Main.run\njava.lang.String . \n70 30')).toEqual({
    ...{ name: 'java.lang.String', share: 0.7 },
  })
  expect(topOf('cpu', `shop.Main.run\n${waits}\n900`)).toBeNull()
})

test('the share of a function of the kernel in which idle threads wait, too, is of those that do not idle', () => {
  const topOf = (working: number) =>
    findTopMethod(
      profileFromDiagram(`
        java.util.concurrent.ThreadPoolExecutor.getTask shop.Main.run
        jdk.internal.misc.Unsafe.park                   read_pages_[k]
        futex_wait_[k]                                  io_schedule_[k]
        __schedule_[k]                                  __schedule_[k]
        900                                             ${working}
      `),
    )
  expect(topOf(60)).toEqual({ name: '__schedule', share: 1, base: 'busy time' })
  expect(topOf(0)).toBeNull()
})

test('nothing comes first where two are equal, or where the viewer calls the samples few', () => {
  const topOf = (weights: string) =>
    findTopMethod(profileFromDiagram(`shop.A.a shop.B.b shop.C.c memcpy_[n]\n${weights}`))?.name ?? null
  expect(topOf('40 41 9 90')).toBe('shop.B.b')
  expect(topOf('41 41 9 90')).toBeNull()
  expect(topOf('1 1 1 1')).toBeNull()
  expect(topOf('41 49 4 5')).toBeNull()
  expect(topOf('41 49 4 6')).toBe('shop.B.b')
})

test('a method in which threads wait is not hot', () => {
  const parked = profileFromDiagram(`
    shop.Main.run
    jdk.internal.misc.Unsafe.park
    9
  `)
  expect(findHotMethod(repeated(parked, 500))).toBeNull()
})

test('if most threads wait, the hot method is that of the other threads', () => {
  const park = 'java.util.concurrent.ThreadPoolExecutor.getTask\njdk.internal.misc.Unsafe.park'.split('\n')
  const waiting = profileFromDiagram(`
    shop.Main.run    shop.Main.run shop.Main.run shop.Main.run
    shop.Rules.find  shop.A.a      shop.B.b      ${park[0]}
    .                .             .             ${park[1]}
    4                2             2             92
  `)
  expect(findHotMethod(repeated(waiting, 100))).toEqual({
    ...{ name: 'shop.Rules.find', share: 0.5, base: 'busy time' },
  })
  expect(findHotMethod(repeated(waiting, 30))).toBeNull()
  const blocked = profileFromDiagram(`
    shop.Main.run                 shop.Main.run
    jdk.internal.misc.Unsafe.park shop.Rules.find
    6                             4
  `)
  expect(findHotMethod(repeated(blocked, 50))).toEqual({
    ...{ name: 'shop.Rules.find', share: 1, base: 'busy time' },
  })
})

test('an allocated class is not a hot method', () => {
  const allocated = repeated(profileFromDiagram('shop.Rules.find\nbyte[]\n1'), 500)
  const provenance = { ...allocated.provenance, event: 'alloc' }
  expect(findHotMethod({ ...allocated, provenance })).toBeNull()
})

test('interpreted code is found at the leaf, not among its callers', () => {
  const interpreted = (profile: Profile) =>
    collectFindings(repeated(profile, 500)).find(({ id }) => id === 'interpreter')
  const belowThread = profileFromDiagram(`
    Interpreter_[v]           Interpreter_[v]
    Interpreter_[v]           Interpreter_[v]
    shop.PriceRules.find      .
    93                        7
  `)
  expect(interpreted(belowThread)).toBeUndefined()
  const atLeaf = profileFromDiagram(`Interpreter_[v] Interpreter_[v]\nshop.A.b .\n60 40`)
  expect(interpreted(atLeaf)).toMatchObject({ share: 0.4, search: { text: 'Interpreter' } })
})

test('the tier of a frame decides if the engine records it', () => {
  const builder = createProfileBuilder()
  const run = builder.stack(-1, builder.frame('shop.Main.run', 'java'), 'interpreted')
  const cold = builder.stack(run, builder.frame('shop.Start.read', 'java'), 'interpreted')
  const warm = builder.stack(run, builder.frame('shop.Rules.find', 'java'), 'c2')
  builder.sample(cold, builder.thread('main'), 0, 1)
  builder.sample(warm, builder.thread('main'), 1, 3)
  const findings = collectFindings(repeated(builder.finish('samples', emptyProvenance('jfr')), 500))
  expect(findings.find(({ id }) => id === 'interpreter')).toMatchObject({
    share: 0.25,
    search: { text: 'shop.Start.read' },
  })
})

test('counts a sample once, however often its stack matches', () => {
  const profile = profileFromDiagram(`
    org.slf4j.Logger.info main
    org.slf4j.Logger.log  .
    org.slf4j.Logger.out  .
    1                     3
  `)
  expect(collectFindings(repeated(profile, 500)).find(({ id }) => id === 'logging')?.share).toBe(0.25)
})

test('gives no findings for a profile with too few samples', () => {
  expect(collectFindings(profileFromDiagram(`GCHeapMark\n2000`))).toEqual([])
})

test('gives searches that the search field can parse and that match frames', () => {
  const profile = shopProfile()
  const names = Array.from(profile.frames.name, (name) => profile.strings[name]!)
  for (const { search } of collectFindings(profile)) {
    const parsed = parseSearch(search.text)
    const found =
      parsed.type === 'pattern'
        ? matchesPattern(names, parsed.source, true).some((match) => match === 1)
        : names.includes(search.text)
    expect(found).toBe(true)
    expect(search.text.length).toBeLessThanOrEqual(200)
  }
})

test('with few samples a share must be larger than that of its rule beyond chance', () => {
  const idsOf = (percent: number, samples: number) => {
    const profile = profileFromDiagram(`
      CompileBroker::compiler_thread_loop_[v] shop.Main.run shop.Other.run
      ${percent}                              40            ${60 - percent}
    `)
    return collectFindings(repeated(profile, samples / profile.samples.length)).map(({ id }) => id)
  }
  expect(idsOf(54, 150)).toContain('compilation')
  expect(idsOf(23, 198)).toContain('compilation')
  expect(idsOf(17, 198)).not.toContain('compilation')
  expect(idsOf(17, 1500)).toContain('compilation')
  expect(idsOf(54, 99)).not.toContain('compilation')
})

function repeated(profile: Profile, times: number): Profile {
  const { samples } = profile
  const rows = Array.from({ length: samples.length * times }, (_, row) => row % samples.length)
  return {
    ...profile,
    samples: {
      length: rows.length,
      stack: Int32Array.from(rows, (row) => samples.stack[row]!),
      thread: Uint32Array.from(rows, (row) => samples.thread[row]!),
      time: Float64Array.from(rows, (row) => samples.time[row]!),
      weight: Float64Array.from(rows, (row) => samples.weight[row]!),
    },
  }
}
