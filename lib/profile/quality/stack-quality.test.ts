import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairs } from '../../repairs.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type FrameKind, type Profile, type Provenance } from '../model/profile.ts'
import { assessStacks } from './stack-quality.ts'

/** Stacks as in a recording of perf: frames `name`, `name@module`, `name_[kind]`. */
function recorded(
  stacks: Record<string, number>,
  more: Partial<Provenance> = {},
  times: readonly number[] = [],
): Profile {
  const builder = createProfileBuilder()
  const kinds: Record<string, FrameKind> = { j: 'java', k: 'kernel', v: 'vm', n: 'native', u: 'unknown' }
  Object.entries(stacks).forEach(([stack, weight], index) => {
    let row = -1
    for (const text of stack.split(';').filter((part) => part !== '')) {
      const [, name = '', module = '', kind = 'j'] = /^(.*?)(?:@(.*?))?(?:_\[(\w)\])?$/.exec(text)!
      row = builder.stack(row, builder.frame(name, kinds[kind]!, { module }))
    }
    builder.sample(row, builder.thread('t'), times[index] ?? index, weight)
  })
  return builder.finish('samples', { ...emptyProvenance('perf'), ...more })
}
const codes = (profile: Profile) => assessStacks(profile).findings.map(({ code }) => code)

test('stacks that go from the start of their thread to a named leaf are sound', () => {
  const quality = assessStacks(
    recorded({
      'start_thread@libc.so.6_[n];thread_native_entry@libjvm.so_[v];a.B.run;a.B.work': 90,
      'start_thread@libc.so.6_[n];thread_native_entry@libjvm.so_[v];a.B.run;entry_SYSCALL_64_[k];read_[k]': 10,
    }),
  )
  expect(quality).toEqual({
    ...{ samples: 100, named: 1, unknown: 0, brokenRoots: 0, cut: null, sound: 1, profilerWork: 0, mapAgeMs: null },
    findings: [],
  })
})

test('a root frame of a stripped C library is sound if HotSpot frames follow', () => {
  const quality = assessStacks(
    recorded({ '[libc.so.6]@libc.so.6_[n];[libjvm.so]@libjvm.so_[v];[libjvm.so]@libjvm.so_[v];a.B.run': 100 }),
  )
  expect(quality.brokenRoots).toBe(0)
  expect(quality.sound).toBe(1)
})

test('a stack with a Java method as its root recommends frame pointers', () => {
  const quality = assessStacks(recorded({ 'a.B.work;a.B.more': 60, 'start_thread_[n];a.B.run': 40 }))
  expect(quality.brokenRoots).toBe(0.6)
  expect(quality.sound).toBe(0.4)
  expect(quality.findings[0]).toEqual({
    code: 'no-frame-pointer',
    text: '60% of samples lost their callers at a Java method.',
    remedy: repairs.framePointers.remedy,
    command: '-XX:+PreserveFramePointer',
  })
})

test('a stack with a root in a library names the library', () => {
  const { findings } = assessStacks(
    recorded({ 'inflate@libz.so.1_[n]': 30, 'deflate@libz.so.1_[n]': 5, 'start_thread_[n];a.B.run': 100 }),
  )
  expect(findings.map(({ code }) => code)).toEqual(['library-without-frame-pointers'])
  expect(findings[0]!.text).toContain('25.9% of samples lost their callers in libz.so.1')
  expect(findings[0]!.remedy).toContain('libz.so.1')
})

test('a stack with an unknown root has lost its callers at the next frame', () => {
  const quality = assessStacks(
    recorded({
      '[unknown]_[u];[unknown]_[u];a.B.work': 30,
      '[unknown]_[u];a.Main.main;a.B.work': 10,
      '[unknown]_[u];inflate@libz.so.1_[n]': 20,
      '[unknown]_[u];read_[k]': 10,
      'start_thread_[n];a.B.run': 30,
    }),
  )
  expect([quality.sound, quality.brokenRoots]).toEqual([0.3, 0.7])
  expect(quality.findings.map(({ text }) => text).slice(0, 4)).toEqual([
    '70% of samples hold frames that belong to no library.',
    '40% of samples lost their callers at a Java method.',
    '20% of samples lost their callers in libz.so.1.',
  ])
})

test('an off-CPU stack of bpftrace with a root in a C library without frame pointers has lost its callers, with a remedy', () => {
  const futex = 'entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];__x64_sys_futex_[k];schedule_[k]'
  const waits = {
    [`[libc.so.6]@libc.so.6_[n];${futex}`]: 89,
    [`[libc.so.6]@libc.so.6_[n];thread_native_entry@libjvm.so_[v];a.B.run;${futex}`]: 11,
  }
  const quality = assessStacks(recorded(waits, { engine: 'bpftrace', vantage: 'host', event: 'off-cpu' }))
  expect([quality.sound, quality.brokenRoots]).toEqual([0.11, 0.89])
  expect(quality.findings[0]).toMatchObject({ code: 'library-without-frame-pointers', command: null })
  expect(quality.findings[0]!.text).toContain('89% of samples lost their callers in libc.so.6')
  expect(quality.findings[0]!.remedy).toContain('async-profiler')
  // An imported script may print kernel stacks only, or three frames.
  expect(assessStacks(recorded(waits, { engine: 'bpftrace' })).brokenRoots).toBe(0)
})

test('stacks of file names alone are not sound', () => {
  const stacks = { '[shop]@shop_[n];[libc.so.6]@libc.so.6_[n]': 60, '[shop]@shop_[n];main_[n]': 40 }
  expect(assessStacks(recorded(stacks, { engine: 'firefox' })).sound).toBe(0.4)
})

test('stacks with a root in the kernel have their own finding, except those of kernel threads', () => {
  expect(codes(recorded({ 'entry_SYSCALL_64_[k];read_[k]': 100, 'start_thread_[n];a.B.run': 100 }))).toEqual([
    'kernel-only',
  ])
  expect(codes(recorded({ 'ret_from_fork_asm_[k];kthread_[k];worker_thread_[k]': 100 }))).toEqual([])
})

test('stacks of other profilers may have any root that is not unknown', () => {
  const stacks = { 'com.acme.Main.work': 80, '[unknown_Java];com.acme.Main.work': 20 }
  const quality = assessStacks(recorded(stacks, { engine: 'folded' }))
  expect(quality.brokenRoots).toBe(0.2)
  expect(quality.unknown).toBe(0.2)
})

test.each([
  ...['break_compiled', 'break_interpreted', 'break_stack_range', 'break_not_walkable', 'break_deopt', 'break_stub'],
  ...['break_entry_frame', 'unknown_nmethod', 'unknown_Java', 'not_walkable_Java', 'GC_active', 'deoptimization'],
  ...['safepoint', 'skipped', 'thread_exit', 'unknown_state', 'unexpected_state', 'not_walkable_not_Java'],
])('a stack that async-profiler could not unwind to its root is not complete: %s', (name) => {
  for (const [engine, frame] of [
    ['async-profiler', `${name}_[n]`],
    ['async-profiler', `[${name}]_[n]`],
    ['folded', `[${name}]_[n]`],
  ] as const) {
    const quality = assessStacks(recorded({ 'a.B.run;a.B.work': 90, [`${frame};a.B.more`]: 6, [frame]: 4 }, { engine }))
    expect([quality.sound, quality.brokenRoots]).toEqual([0.9, 0.1])
    expect(quality.findings.filter(({ text }) => text.includes('lost their callers'))).toEqual([
      expect.objectContaining({ code: 'unwind-failed', command: null }),
    ])
  }
})

test('functions of a program that are called like an error of async-profiler are complete', () => {
  const stacks = { 'safepoint@libjvm.so_[n];a.B.more': 6, 'a.B.skipped': 4, 'skipped@libshop.so_[n]': 10 }
  expect(assessStacks(recorded(stacks, { engine: 'async-profiler' })).sound).toBe(1)
  expect(assessStacks(recorded({ 'skipped_[n];a.B.run': 10 }, { engine: 'folded' })).sound).toBe(1)
})

test('a stack as deep as the limit is cut, and not also without a root', () => {
  const quality = assessStacks(recorded({ 'b;c;d;e': 50, 'start_thread_[n];a;b': 150 }, { maxDepth: 4 }))
  expect(quality.cut).toBe(0.25)
  expect(quality.brokenRoots).toBe(0)
  expect(quality.sound).toBe(0.75)
  expect(quality.findings[0]).toMatchObject({
    code: 'cut',
    command: 'sysctl -w kernel.perf_event_max_stack=512',
  })
})

test('for the text of perf the default limit is assumed if its deepest stack has exactly that depth', () => {
  const deep = (frames: number) => Array.from({ length: frames }, (_, index) => `a${index}`).join(';')
  const cutOf = (frames: number) => assessStacks(recorded({ [deep(frames)]: 5 }, { engine: 'perf-script' })).cut
  expect([cutOf(126), cutOf(127), cutOf(128)]).toEqual([null, 1, null])
})

test('inlined frames do not count for the depth: they have no frame on the stack', () => {
  const builder = createProfileBuilder()
  let row = builder.stack(-1, builder.frame('start_thread', 'native'))
  for (const name of ['a', 'b', 'c']) row = builder.stack(row, builder.frame(name, 'java'), 'inlined')
  builder.sample(row, builder.thread('t'), 0, 1)
  expect(assessStacks(builder.finish('samples', { ...emptyProvenance('perf'), maxDepth: 4 })).cut).toBe(0)
})

test('frames that readers left out of the middle count as cut, with no limit known', () => {
  expect(assessStacks(recorded({ 'start_thread_[n];a;[frames cut]_[u];b': 5, 'start_thread_[n];a': 5 })).cut).toBe(0.5)
})

test('names are counted by the engine where it did, else by frame', () => {
  const resolution = { java: { frames: 300, named: 270 }, kernel: { frames: 100, named: 100 } }
  expect(assessStacks(recorded({ a: 1 }, { resolution })).named).toBe(0.925)
  expect(assessStacks(recorded({ 'a;[libx.so]@libx.so_[n]': 1, 'a;b;[unknown]_[u];c': 1 })).named).toBeCloseTo(4 / 6)
})

test('unknown Java frames recommend a symbol map, or a newer one', () => {
  const stacks = { 'start_thread_[n];[unknown Java];a': 50, 'start_thread_[n];a': 50 }
  const findingOf = (profile: Profile) => assessStacks(profile).findings.find(({ code }) => code === 'unknown-java')
  expect(findingOf(recorded(stacks))).toMatchObject({ command: 'jcmd PID Compiler.perfmap' })
  expect(findingOf(recorded(stacks, { symbolMaps: [{ atMs: 0, symbols: 9 }] }))).toMatchObject({ command: null })
  const text = 'Java methods have no names: shop did not answer within 10 s.'
  expect(findingOf(recorded(stacks, { warnings: [{ code: 'java-names-missing', text, count: 1 }] }))).toMatchObject({
    remedy: `${text} The JVM’s page says what repairs that.`,
    command: null,
  })
})

test('frames without a module have a finding', () => {
  expect(codes(recorded({ 'start_thread_[n];a;[unknown]_[u];b': 20, 'start_thread_[n];a': 80 }))).toEqual([
    'unknown-code',
  ])
})

test('the age of a symbol map is the longest time from a sample with Java frames to a map', () => {
  const symbolMaps = [
    { atMs: 30_000, symbols: 1 },
    { atMs: -100, symbols: 1 },
  ]
  const stacks = { 'start_thread_[n];a': 100, 'start_thread_[n];b': 100, 'start_thread_[n];c_[n]': 100 }
  const quality = assessStacks(recorded(stacks, { symbolMaps }, [5000, 56_000, 90_000]))
  expect(quality.mapAgeMs).toBe(26_000)
  expect(quality.findings.map(({ code }) => code)).toEqual(['old-map'])
  expect(assessStacks(recorded(stacks, { symbolMaps }, [NaN, NaN, NaN])).mapAgeMs).toBeNull()
})

test('a merge of several engines loses the callers that its parts have lost', () => {
  const unwound = { 'break_compiled_[n];a.B.work': 3, 'start_thread@libc.so.6_[n];java.lang.Thread.run;a.B.work': 47 }
  const walked = { 'a.B.work': 6, 'start_thread@libc.so.6_[n];thread_native_entry@libjvm.so_[v];a.B.work': 44 }
  expect(assessStacks(recorded(unwound, { engine: 'async-profiler' })).brokenRoots).toBe(3 / 50)
  expect(assessStacks(recorded(walked, { engine: 'perf' })).brokenRoots).toBe(6 / 50)
  for (const engine of ['async-profiler + perf', 'perf + async-profiler'])
    expect(assessStacks(recorded({ ...unwound, ...walked }, { engine })).brokenRoots).toBe(9 / 100)
})

test('the age of symbol maps is not known of a merge with an engine that needs none', () => {
  const symbolMaps = [{ atMs: 0, symbols: 1 }]
  const ageOf = (engine: string) =>
    assessStacks(recorded({ 'main@java;a.B.work': 1 }, { engine, symbolMaps }, [90_000])).mapAgeMs
  expect(ageOf('perf')).toBe(90_000)
  expect(ageOf('perf + bpftrace')).toBe(90_000)
  expect(ageOf('perf + async-profiler')).toBeNull()
})

test('unnamed leaves recommend the symbols of the heaviest library', () => {
  const leaf = '[libzip.so]@libzip.so_[n]'
  const { findings } = assessStacks(recorded({ [`start_thread_[n];a;${leaf}`]: 40, 'start_thread_[n];a': 60 }))
  expect(findings).toMatchObject([
    { code: 'no-symbols', remedy: 'Install the debug symbols of libzip.so in the image.' },
  ])
})

test('the file name of a library is not a function name, with or without brackets', () => {
  const stacks = {
    'start_thread_[n];a;/usr/lib/x86_64-linux-gnu/libc.so.6_[n]': 40,
    'start_thread_[n];libjvm.so_[n]': 60,
  }
  const quality = assessStacks(recorded(stacks, { engine: 'async-profiler' }))
  expect(quality.named).toBeCloseTo((80 + 60) / (120 + 120))
  expect(quality.findings[0]).toMatchObject({
    code: 'no-symbols',
    text: '60% of samples end in functions of libjvm.so that have no name.',
  })
})

test('the worst comes first', () => {
  const stacks = { 'a.B.work': 10, 'start_thread_[n];[unknown Java]': 50, 'start_thread_[n];a': 40 }
  expect(codes(recorded(stacks, { lostSamples: 1 }))).toEqual(['unknown-java', 'lost-samples', 'no-frame-pointer'])
})

test('few samples have a finding', () => {
  expect(codes(recorded({ 'start_thread_[n];a': 1 }))).toEqual(['few-samples'])
})

test('samples without a stack are lost callers', () => {
  const quality = assessStacks(recorded({ '': 100, 'start_thread_[n];a': 100 }))
  expect(quality.brokenRoots).toBe(0.5)
  expect(quality.findings.map(({ code }) => code)).toEqual(['no-stack'])
})

test('a profile with frames of the profiler itself has a finding', () => {
  const { findings } = assessStacks(
    recorded(
      { 'start_thread_[n];a': 60, '[libc.so.6]_[n];WallClock::signalHandler@libasyncProfiler.so_[n]': 40 },
      { engine: 'async-profiler' },
    ),
  )
  expect(findings[0]).toMatchObject({ code: 'profiler-in-graph' })
  expect(findings[0]!.text).toContain('40%')
})

test('a profile without samples has no findings', () => {
  const quality = assessStacks(recorded({}))
  expect(quality).toMatchObject({ named: 1, sound: 1, unknown: 0, findings: [] })
})

test('profiles of diagrams in tests are sound', () => {
  expect(assessStacks(profileFromDiagram('main main\na b\n100 50')).sound).toBe(1)
})

test('law: shares are between 0 and 1, and no sample is both sound and not', () => {
  fc.assert(
    fc.property(
      anyProfile,
      fc.constantFrom('perf', 'folded'),
      fc.option(fc.nat({ max: 6 })),
      (profile, engine, maxDepth) => {
        const provenance = { ...profile.provenance, engine, maxDepth, symbolMaps: [{ atMs: 500, symbols: 3 }] }
        const { named, unknown, brokenRoots, cut, sound, mapAgeMs } = assessStacks({ ...profile, provenance })
        for (const share of [named, unknown, brokenRoots, cut ?? 0, sound]) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1)
        }
        expect(sound + Math.max(unknown, brokenRoots + (cut ?? 0))).toBeLessThanOrEqual(1 + 1e-9)
        expect(mapAgeMs ?? 0).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
