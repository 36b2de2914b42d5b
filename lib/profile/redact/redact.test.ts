import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { encodeProfile } from '../encoding/encode.ts'
import { isPrimitiveType } from '../names/known-names.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type FrameKind, type Profile, type Provenance } from '../model/profile.ts'
import { engineNames } from '../../contract/engines.ts'
import { assessStacks } from '../quality/stack-quality.ts'
import { listMaskedNames, redactProfiles } from './redact.ts'
import type { RedactionOptions } from './redaction.ts'

const everything: RedactionOptions = { keepPackages: [], threads: true, places: true }
const redact = (profile: Profile, redaction: Partial<RedactionOptions> = {}) =>
  redactProfiles([profile], { keepPackages: null, threads: false, places: false, ...redaction }, engineNames)[0]!
const namesOf = ({ frames, strings }: Profile) => Array.from(frames.name, (name) => strings[name]!).sort()
const threadsOf = ({ threads, strings }: Profile) => Array.from(threads.name, (name) => strings[name]!)
const bytesOf = (profile: Profile) => Buffer.from(encodeProfile(profile)).toString('utf8')

function profileOf(names: readonly (readonly [string, FrameKind, string?])[]): Profile {
  const builder = createProfileBuilder()
  const thread = builder.thread('main')
  names.forEach(([name, kind, module = ''], index) => {
    builder.sample(
      builder.stack(-1, builder.frame(name, kind, { raw: `${name} raw`, module })),
      thread,
      NaN,
      100 - index,
    )
  })
  return builder.finish('samples', emptyProvenance('perf'))
}
const masked = (keepPackages: string[], ...names: Parameters<typeof profileOf>[0]) => {
  const shown = redact(profileOf(names), { keepPackages })
  const weights = buildCallTree(shown)
  return names.map((_, index) => {
    const node = weights.total.indexOf(100 - index)
    return shown.strings[shown.frames.name[weights.frame[node]!]!]
  })
}

describe('listMaskedNames', () => {
  it('says of each name what the copies have in its place, the heaviest first', () => {
    const redaction = { keepPackages: ['org.kept'], threads: true, places: false }
    const one = profileFromDiagram(
      'java.lang.Thread.run java.lang.Thread.run\ncom.acme.Cart.sum org.kept.Log.info\n2 9',
    )
    const other = profileFromDiagram('com.acme.Purse.pay\n5')
    const listed = listMaskedNames([one, other], redaction)
    expect(listed).toEqual([
      { name: 'java.lang.Thread.run', shown: 'java.lang.Thread.run' },
      { name: 'org.kept.Log.info', shown: 'org.kept.Log.info' },
      { name: 'com.acme.Purse.pay', shown: 'hidden.p1.C1.m1' },
      { name: 'com.acme.Cart.sum', shown: 'hidden.p1.C2.m2' },
    ])
    const copied = redactProfiles([one, other], redaction, engineNames).flatMap(namesOf)
    expect([...new Set(copied)].sort()).toEqual(listed.map(({ shown }) => shown).sort())
  })
})

describe('redactProfiles', () => {
  it('masks names outside the kept packages, equal parts alike', () => {
    expect(
      masked(
        ['org.kept.*'],
        ['com.acme.pay.Card.charge', 'java'],
        ['com.acme.pay.Card.refund', 'java'],
        ['com.acme.pay.Purse.charge', 'java'],
        ['com.acme.Main.main', 'java'],
        ['com.acme.pay.Card$$Lambda.charge', 'java'],
        ['com.acme.pay.Card.<init>', 'java'],
        ['com.acme.pay.Card', 'java'],
        ['com.acme.pay.Card[][]', 'java'],
        ['Load.sort', 'java'],
      ),
    ).toEqual([
      'hidden.p1.C1.m1',
      'hidden.p1.C1.m2',
      'hidden.p1.C2.m1',
      'hidden.p2.C3.m3',
      'hidden.p1.C1$$Lambda.m1',
      'hidden.p1.C1.<init>',
      'hidden.p1.C1',
      'hidden.p1.C1[][]',
      'hidden.C4.m4',
    ])
  })

  it('keeps the kept packages, the JDK, HotSpot, the C library and the kernel, without parameters', () => {
    const kept = [
      ['org.kept.a.Foo.bar(com.acme.Secret)', 'java', '', 'org.kept.a.Foo.bar'],
      ['org/kept/Foo.baz', 'java', '', 'org/kept/Foo.baz'],
      ['java.util.HashMap.get', 'java', '', 'java.util.HashMap.get'],
      ['byte[]', 'java', '', 'byte[]'],
      ['[unknown Java]', 'java', '', '[unknown Java]'],
      ['JavaCalls::call_helper(JavaValue*, methodHandle const&)', 'vm', 'libjvm.so', 'JavaCalls::call_helper'],
      ['G1::run::{lambda(acme::Order)#1}::operator()', 'vm', 'libjvm.so', 'G1::run::{}::operator()'],
      ['SharedRuntime::resolve', 'vm', '', 'SharedRuntime::resolve'],
      ['Interpreter', 'vm', '', 'Interpreter'],
      ['Thread::call_run()', 'vm', '', 'Thread::call_run'],
      ['os::PlatformEvent::park', 'vm', '', 'os::PlatformEvent::park'],
      ['G1ParScanThreadState::trim_queue', 'vm', '', 'G1ParScanThreadState::trim_queue'],
      ['PSParallelCompact::invoke', 'unknown', '', 'PSParallelCompact::invoke'],
      ['PhaseChaitin::Register_Allocate()', 'vm', '', 'PhaseChaitin::Register_Allocate'],
      ['jni_CallStaticVoidMethodA', 'vm', '', 'jni_CallStaticVoidMethodA'],
      ['jni_GetByteArrayRegion', 'vm', '', 'jni_GetByteArrayRegion'],
      ['Unsafe_Park', 'vm', '', 'Unsafe_Park'],
      ['Unsafe_CompareAndSetReference', 'vm', '', 'Unsafe_CompareAndSetReference'],
      ['JVM_MonitorWait', 'vm', '', 'JVM_MonitorWait'],
      ['__libc_write', 'native', '', '__libc_write'],
      ['anything', 'native', 'libc.so.6', 'anything'],
      ['libc.so.6', 'native', '', 'libc.so.6'],
      ['libc-2.31.so', 'native', '', 'libc-2.31.so'],
      ['do_futex', 'kernel', '[kernel.kallsyms]', 'do_futex'],
      ['[unknown]', 'unknown', '', '[unknown]'],
    ] as const
    expect(masked(['org.kept'], ...kept.map(([name, kind, module]) => [name, kind, module] as const))).toEqual(
      kept.map(([, , , shown]) => shown),
    )
  })

  it('masks names that are only similar to a kept one', () => {
    const names = [
      ['org.keptsecret.Foo.bar', 'java'],
      ['org.kept', 'java'],
      ['javasecret.Foo.bar', 'java'],
      ['libz-secret.so', 'native'],
      ['libsecret.so.1', 'native'],
      ['java.util.Foo.a secret', 'java'],
      ['jdk.proxy2.$Proxy12.secretCharge', 'java'],
      ['org.kept.Foo<com.secret.Bar.x', 'java'],
      ['secret::Store::open', 'vm'],
      ['secret::Store::close', 'vm', 'libsecret.so'],
      ['PSSecretGateway::charge', 'vm'],
      ['SerialSecretService::issueForAcme', 'vm'],
      ['CMSSecretContent::publishDraft', 'vm'],
      ['G1SecretLeague::table', 'vm'],
      ['PhaseSecret::begin', 'vm'],
      ['ShenandoahSecret::x', 'vm'],
      ['VM_Secret::doit', 'vm'],
      ['Node::evaluateSecretPolicy', 'unknown'],
      ['Thread::secret', 'vm'],
      ['Compile::secret', 'vm'],
      ['os::secret', 'vm'],
      ['jni_SecretCrypto_sign', 'vm'],
      ['JVM_SecretHook', 'vm'],
      ['JNI_Secret', 'vm'],
      ['Unsafe_Secret', 'vm'],
      ['secret_crypt', 'native', 'libsecret.so'],
      ['bpf_prog_6deef7357e7b4530_secret', 'kernel'],
      ['secret_ioctl', 'kernel', '[secret_driver]'],
      ['secret thing', 'unknown'],
      ['[libsecret.so]', 'unknown', 'libsecret.so'],
      ['ZsecretThread', 'thread'],
      ['secret', 'folded'],
      ['[unknown secret]', 'unknown'],
    ] as const
    const shown = redact(profileOf(names), { keepPackages: ['org.kept'] })
    expect(bytesOf(shown)).not.toMatch(/secret/i)
    expect(new Set(namesOf(shown)).size).toBe(names.length)
    expect(namesOf(shown)).toContainEqual(expect.stringMatching(/^jdk\.proxy2\.\$Proxy12\.m\d$/))
  })

  it('masks equal names alike in both profiles of a comparison', () => {
    const [one, other] = redactProfiles(
      [
        profileOf([
          ['com.a.A.a', 'java'],
          ['com.b.B.b', 'java'],
        ]),
        profileOf([
          ['com.c.C.c', 'java'],
          ['com.b.B.b', 'java'],
        ]),
      ],
      everything,
      engineNames,
    ) as [Profile, Profile]
    const both = namesOf(one).filter((name) => namesOf(other).includes(name))
    expect([namesOf(one).length, namesOf(other).length, both.length]).toEqual([2, 2, 1])
  })

  it('numbers by weight, not by name', () => {
    expect(masked([], ['com.z.Z.z', 'java'], ['com.a.A.a', 'java'])).toEqual(['hidden.p1.C1.m1', 'hidden.p2.C2.m2'])
  })

  it('leaves out frames and threads without samples', () => {
    const builder = createProfileBuilder()
    builder.stack(-1, builder.frame('com.secret.Unused.x', 'java'))
    builder.thread('secret')
    builder.sample(builder.stack(-1, builder.frame('java.A.b', 'java')), builder.thread('main'), 1, 1)
    const shown = redact(builder.finish('samples', emptyProvenance('perf')), { threads: true })
    expect(bytesOf(shown)).not.toContain('secret')
  })

  it('masks names of threads, and keeps threads and pools distinct', () => {
    const diagram = 'main>a http-secret-1>a http-secret-2>a poller-secret>a\n1 1 1 1'
    expect(threadsOf(redact(profileFromDiagram(diagram), { threads: true }))).toEqual([
      'main',
      'pool-1-thread-1',
      'pool-1-thread-2',
      'thread A',
    ])
    const lanes = profileOf([['a', 'java']])
    const inLane = { ...lanes, strings: lanes.strings.map((text) => (text === 'main' ? 'secret 7 · exec' : text)) }
    expect(threadsOf(redact(inLane, { places: true }))).toEqual(['process A · exec'])
  })

  it('masks the ids of threads with their host, and keeps the thread of each sample', () => {
    const builder = createProfileBuilder()
    const stack = builder.stack(-1, builder.frame('a', 'java'))
    for (const tid of [48211, 48212, 0]) builder.sample(stack, builder.thread('x', tid), NaN, 1)
    const { threads, samples } = redact(builder.finish('samples', emptyProvenance('perf')), { places: true })
    expect([[...threads.hostTid], [...samples.thread]]).toEqual([
      [1, 2, 0],
      [0, 1, 2],
    ])
  })

  const secrets: Partial<Provenance> = {
    engine: 'secret engine',
    event: 'com.secret.Foo.bar',
    mechanism: 'secret',
    target: { service: 'secret-shop', container: 'secret-1', mainClass: 'com.secret.Main', secret: 'secret' },
    commands: [['perf', '--secret']],
    versions: { kernel: '6.1-secret', secret: 'secret', jdk: 'secret "build"', perf: '6.1.0' },
    sysctls: { secret: '1' },
    resolution: { secret: { frames: 1, named: 1 }, java: { frames: 1, named: 1 } },
    marks: [{ kind: 'gc', fromMs: 0, toMs: 1, text: 'secret' }],
    overhead: { before: null, during: null, attaches: [{ what: 'secret', ms: 1 }] },
    enginesNotUsed: [
      { engine: 'JFR', reason: 'secret' },
      { engine: 'secret', reason: 'secret' },
    ],
    warnings: [
      { code: 'lost-samples', text: 'secret', count: 3, line: 4 },
      { code: 'profiler-work', text: 'secret', count: 1 },
      { code: 'secret.Main', text: 'secret', count: 1 },
    ],
    mergedFrom: {
      count: 2,
      profiles: [{ name: 'secret-1', engine: 'secret', startedAt: 1, durationMs: 2, samples: 3 }],
    },
  }
  it('keeps how the profile was recorded and its warnings, and masks where', () => {
    const profile = { ...profileOf([['a', 'java']]), provenance: { ...emptyProvenance('perf'), ...secrets } }
    const { provenance } = redact(profile, { places: true })
    expect(JSON.stringify(provenance)).not.toContain('secret')
    expect(provenance.enginesNotUsed).toEqual([])
    const work = "A part of the recording was in the profiler's own code. It is not in the graph."
    const warnings = [
      { code: 'lost-samples', count: 3, text: 'Details are hidden: lost samples.' },
      { code: 'profiler-work', count: 1, text: work },
      { code: 'other', count: 1, text: 'The text of this warning is hidden.' },
    ]
    expect(provenance).toMatchObject({ versions: { perf: '6.1.0' }, warnings })
    expect(redact(profile, { threads: true }).provenance).toEqual(profile.provenance)
    const shown = redact(profile, { keepPackages: [] }).provenance
    expect(JSON.stringify(shown)).not.toMatch(/com\.secret|"build"/)
    expect(shown.target).toMatchObject({ service: 'secret-shop' })
  })

  it('law: keeps weight, time and the shape of a profile, and none of its names', () => {
    fc.assert(
      fc.property(anyProfile, fc.boolean(), fc.boolean(), (profile, threads, hidesLocations) => {
        // Kernel functions, whose names stay, have no such character.
        const canary = 'z§z'
        const marked: Profile = {
          ...profile,
          // The index keeps marked names distinct.
          strings: profile.strings.map((text, index) => (index === 0 ? '' : `${canary}${index}.${text}${canary}`)),
        }
        const shown = redact(marked, { keepPackages: [], threads: true, places: hidesLocations })
        const before = buildCallTree(marked)
        const after = buildCallTree(shown)
        expect(bytesOf(shown)).not.toContain(canary)
        expect([...shown.samples.weight]).toEqual([...profile.samples.weight])
        expect([...shown.samples.time]).toEqual([...profile.samples.time])
        expect(after.length).toBe(before.length)
        expect([...after.total].sort((a, b) => a - b)).toEqual([...before.total].sort((a, b) => a - b))
        expect([...after.depth].sort((a, b) => a - b)).toEqual([...before.depth].sort((a, b) => a - b))
        // Without a mask only the order and unused rows may change.
        const same = redact(profile, { threads })
        expect(buildCallTree(same).total).toEqual(buildCallTree(redact(same)).total)
        expect(redact(shown, { keepPackages: ['hidden'] }).strings).toEqual(
          expect.arrayContaining(shown.strings.filter((text) => text.startsWith('hidden.'))),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('law: keeps the quality of stacks', () => {
    const broken = ['break_compiled', '[break_stub]', 'skipped', '[unknown_Java]', '[unknown]', '0x7f3a12']
    const nameless = ['[libacme.so]', '/opt/acme/libacme.so', 'libacme.so.1']
    const frame = fc.oneof(
      fc.tuple(
        fc.constantFrom(...broken, ...nameless),
        fc.constantFrom<FrameKind>('native', 'unknown'),
        fc.constant(''),
      ),
      fc.tuple(fc.constantFrom('skipped', 'acme_crypt'), fc.constant('native' as const), fc.constant('libacme.so')),
      fc.tuple(fc.constantFrom('com.acme.Cart.sum'), fc.constant('java' as const), fc.constant('')),
    )
    const engines = fc.constantFrom('async-profiler', 'perf', 'perf-script', 'jfr')
    // Findings say names of libraries, which a copy has not.
    const sharesOf = (profile: Profile) => ({ ...assessStacks(profile), findings: null })
    fc.assert(
      fc.property(fc.array(fc.array(frame, { maxLength: 4 }), { minLength: 1 }), engines, (paths, engine) => {
        const builder = createProfileBuilder()
        const thread = builder.thread('main')
        for (const path of paths) {
          let stack = -1
          for (const [name, kind, module] of path) stack = builder.stack(stack, builder.frame(name, kind, { module }))
          builder.sample(stack, thread, Number.NaN, 1)
        }
        const profile = builder.finish('samples', emptyProvenance(engine))
        const hidden = { keepPackages: [], threads: true }
        expect(sharesOf(redact(profile, hidden))).toEqual(sharesOf(profile))
      }),
    )
  })

  it('masks types without a package', () => {
    expect(['int', 'byte[][]', 'Byte', 'int[', 'intSecret'].map(isPrimitiveType)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
