import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parsePerfMap } from '../../jvm/perf-map.ts'
import { frameKinds, type Profile } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { detectFormat } from '../detect.ts'
import { readPerfScript } from './perf-script.ts'
import { collapsePerf } from './stackcollapse-perf.ts'
import { writeFolded } from '../folded/write-folded.ts'

const golden = (name: string) => readFileSync(join(import.meta.dirname, '../golden', name))
const folded = (profile: Profile, threads = false) => [...writeFolded(profile, { annotate: true, threads })].join('')
const read = (text: string, options = {}) => readPerfScript(chunksOf(text), options)
const symbolMap = (text: string) => parsePerfMap(new TextEncoder().encode(text)).map

const oneSample = (frames: string) => `java 10/11 5.000000: cpu-clock:\n${frames}\n`
const framesOf = async (frames: string) => {
  const { profile } = await read(oneSample(frames))
  return Array.from(profile.frames.name, (name, frame) => [
    profile.strings[name],
    frameKinds[profile.frames.kind[frame]!],
    profile.strings[profile.frames.module[frame]!],
  ])
}

describe('the first line of a sample', () => {
  const frames = '\t    7f1 scan+0x8 (/bin/shop)\n\n'
  it.each([
    ['500.000006:   10101010 cpu-clock: ', ' 0', 500],
    ['[001] 500.000006:   10101010 cpu-clock:u: ', ' 0', 500],
    ['500.000006789: cpu-clock: ', ' 0', 500],
    ['java 500.000006:   10101010 cpu-clock: ', 'java 0', 500],
    ['till lane [000] 500.000006:   10101010 cpu-clock: ', 'till lane 0', 500],
    ['java   10101010 cpu-clock: ', 'java 0', null],
    ['10101010 cpu-clock: ', ' 0', null],
    ['java 4012   10101010 cpu-clock: ', 'java 4012', null],
    ['java 4012 cpu-clock: ', 'java 4012', null],
    ['pool 1 thread 7  4012/4020 [001] 500.000011:   10101010 cpu-clock: ', 'pool 1 thread 7 4020', 500],
  ])('%j does not take a period for a thread', async (header, thread, seconds) => {
    const { profile, warnings } = await read(`${header}\n${frames}`.repeat(3), { clockOriginSeconds: 0 })
    const { threads, strings, samples } = profile
    expect(Array.from(threads.name, (name, row) => `${strings[name]} ${threads.hostTid[row]}`)).toEqual([thread])
    const second = samples.time[0]! / 1000
    expect([samples.length, Number.isNaN(second) ? null : Math.floor(second), warnings]).toEqual([3, seconds, []])
    expect(profile.provenance.event).toMatch(/^cpu-clock(:u)?$/)
    expect(detectFormat(Buffer.from(`${header}\n${frames}`)).format).toBe('perf-script')
  })

  it.each([
    'sched:sched_switch: beef foo (bar)',
    'printk:console: 12 java (killed)',
    'probe_libc:malloc: (7f10b7101010) bytes=0x40',
    '1 syscalls:sys_enter_write: 5 buf (0x7f)',
  ])('takes the text of the tracepoint %s for no stack', async (text) => {
    const { profile } = await read(`java 1/2 [000] 5.000000: ${text}\n${frames}`)
    expect(folded(profile)).toBe('scan 1\n')
    const bare = await read(`java 1/2 [000] 5.000000: ${text}\njava 1/2 [000] 6.000000: ${text}\n`)
    expect(folded(bare.profile)).toBe(' 2\n')
    expect(bare.warnings).toMatchObject([{ code: 'samples-without-stack', count: 2 }])
  })

  it('reads the frame behind an event with modifiers', async () => {
    const { profile } = await read('java 1/2 5.000000: cycles:ppp:      7f1 scan+0x8 (/bin/shop)\n')
    expect(folded(profile)).toBe('scan 1\n')
  })
})

describe('what a sample weighs', () => {
  const sample = (header: string, frame: string) =>
    `java 1/2 5.000000: ${header}: \n\t  7f1 ${frame}+0x8 (/bin/shop)\n\n`
  const weigh = async (...samples: string[]) => {
    const { profile, warnings } = await read(samples.join(''))
    return { unit: profile.unit, folded: folded(profile), warnings: warnings.map(({ code }) => code) }
  }

  it.each([
    ['cycles:ppp', 'cycles'],
    ['cpu_core/cycles/u', 'cycles'],
    ['cpu/cpu-cycles/', 'cycles'],
    ['ref-cycles', 'cycles'],
    ['cpu-clock:u', 'nanoseconds'],
    ['task-clock', 'nanoseconds'],
    ['offcpu-time', 'nanoseconds'],
    ['sched:sched_stat_sleep', 'nanoseconds'],
    ['probe:wait_ns', 'nanoseconds'],
    ['alloc_bytes', 'bytes'],
    ['uncore/read-bytes/', 'bytes'],
    ['cache-misses:u', 'events'],
    ['sched:sched_switch', 'events'],
    ['instructions', 'events'],
  ])('is the period of %s in %s, where periods differ', async (event, unit) => {
    const text = [sample(`1 ${event}`, 'ramp'), sample(`99 ${event}`, 'scan'), sample(`300 ${event}`, 'scan')]
    expect(await weigh(...text)).toEqual({ unit, folded: 'ramp 1\nscan 399\n', warnings: [] })
    const compat = (await collapsePerf(chunksOf(text.join('')), {})).lines
    expect(compat).toEqual(['java;ramp 1', 'java;scan 399'])
  })

  it('may be the largest of 64 bits', async () => {
    const text = [sample('18446744073709551615 cycles', 'scan'), sample('7 cycles', 'ramp')]
    expect(await weigh(...text)).toMatchObject({ unit: 'cycles', folded: 'ramp 7\nscan 18446744073709551616\n' })
  })

  it.each([
    ['all periods are the same', ['10101010 cpu-clock', '10101010 cpu-clock'], []],
    ['there are none', ['cycles', 'cycles'], []],
    ['some have the same and some have none', ['cycles', '7 cycles'], []],
    ['some of those that differ are missing', ['cycles', '7 cycles', '9 cycles'], ['periods-missing']],
    [
      'a period is larger than 64 bits hold',
      ['18446744073709551617 cycles', '7 cycles', '9 cycles'],
      ['periods-missing'],
    ],
  ])('is one where %s', async (_, headers, warnings) => {
    const text = headers.map((header) => sample(header, 'scan'))
    expect(await weigh(...text)).toEqual({ unit: 'samples', folded: `scan ${headers.length}\n`, warnings })
  })

  it('of a period 0 is one, as stackcollapse-perf.pl has it', async () => {
    const text = [sample('0 cycles', 'scan'), sample('7 cycles', 'scan')]
    expect(await weigh(...text)).toEqual({ unit: 'cycles', folded: 'scan 8\n', warnings: [] })
    expect((await collapsePerf(chunksOf(text.join('')), {})).lines).toEqual(['java;scan 8'])
  })

  it('is read from lines without thread or time, and of the frame that stands behind it', async () => {
    const bare = (period: number) => `java ${period} cycles: \n\t  7f1 scan+0x8 (/bin/shop)\n\n`
    expect(await weigh(bare(9_000_000), bare(10_000_000))).toMatchObject({ unit: 'cycles', folded: 'scan 19000000\n' })
    const flat = (period: number) => `java 1/2 5.000000: ${period} cycles:  7f1 scan+0x8 (/bin/shop)\n`
    expect(await weigh(flat(5), flat(6))).toMatchObject({ unit: 'cycles', folded: 'scan 11\n' })
  })

  it('is added up where samples are', async () => {
    const text = [sample('1 cycles', 'scan'), sample('99 cycles', 'scan'), sample('5 cycles', 'ramp')].join('')
    const { profile } = await read(text, { isSummed: true })
    expect([profile.samples.length, [...profile.samples.weight]]).toEqual([2, [100, 5]])
  })
})

describe('readPerfScript, on real recordings', () => {
  it('reads a JVM’s recording the same however it is cut into chunks', async () => {
    const input = golden('stackcollapse-perf/jdk-17.txt')
    const { profile, warnings } = await readPerfScript(chunksOf(input))
    // It stands thread by thread.
    expect(warnings).toMatchObject([{ code: 'times-go-back', count: 5 }])
    expect(profile.samples.length).toBe(24)
    await expect(folded(profile, true)).toMatchFileSnapshot('../golden/perf-script/jdk-17.folded')
    for (const size of [1, 13, 4096]) {
      const { profile: again } = await readPerfScript(chunksOf(input, size))
      expect(again).toEqual(profile)
    }
  }, 60_000)

  it('names JIT code by the symbol maps that were kept, as well as perf with a map of its own', async () => {
    const maps = [0, 1].map((index) => ({
      atMs: index * 12_000,
      map: parsePerfMap(golden(`perf-script/jdk-17-unresolved.${index}.map`)).map,
    }))
    const { profile } = await readPerfScript(chunksOf(golden('perf-script/jdk-17-unresolved.txt')), {
      javaMaps: maps,
      javaDso: '/tmp/perf-3304.map',
    })
    const byPerf = await readPerfScript(chunksOf(golden('stackcollapse-perf/jdk-17.txt')))
    expect(folded(profile, true)).toBe(folded(byPerf.profile, true))
    const { java } = profile.provenance.resolution
    expect(java!.named).toBe(java!.frames)
    expect(profile.provenance.symbolMaps.map(({ atMs }) => atMs)).toEqual([0, 12_000])
  })

  it('reads a recording without call chains, one frame a sample', async () => {
    const { profile } = await readPerfScript(chunksOf(golden('perf-script/no-call-chains.txt')))
    expect(profile.samples.length).toBe(12)
    expect(profile.stacks.parent.every((parent) => parent === -1)).toBe(true)
    expect(profile.strings).toContain('java.util.TimSort.binarySort')
  })

  it('takes command line and versions from perf’s header, but not the host’s name', async () => {
    const { profile } = await readPerfScript(chunksOf(golden('stackcollapse-perf/header.txt')))
    expect(profile.provenance.commands[0]!.slice(0, 2)).toEqual(['/usr/bin/perf', 'record'])
    expect(profile.provenance.versions).toHaveProperty('perf')
    expect(JSON.stringify(profile)).not.toContain('hostname')
  })
})

describe('readPerfScript, frame by frame', () => {
  it.each([
    [
      'srcline',
      '\t  7f1 scan+0x8 (/bin/shop)\n  shop.c:40\n\t  7f2 main+0x8 (/bin/shop)\n\t\t/src/main.c:7 (discriminator 3)\n\t\t??:0\n',
    ],
    ['srcline without a line', '\t  7f1 scan+0x8 (/bin/shop)\n  shop[1f8]\n\t  7f2 main+0x8 (/bin/shop)\n'],
    [
      'brstack',
      '\t  7f1 scan+0x8 (/bin/shop)\n\t  7f2 main+0x8 (/bin/shop)\n 0x7f1/0x7f2/P/-/-/1  0x7f1/0x7f2/M/-/-/0 \n',
    ],
    ['brstacksym', '\t  7f1 scan+0x8 (/bin/shop)\n\t  7f2 main+0x8 (/bin/shop)\n La/B;::c+0x1/La/B;::d+0x2/P/-/-/1 \n'],
    ['cgroup', '\t  7f1 scan+0x8 (/bin/shop)\n\t  7f2 main+0x8 (/bin/shop)\n /system.slice/docker-4f2a.scope\n'],
    ['iregs', '\t  7f1 scan+0x8 (/bin/shop)\n\t  7f2 main+0x8 (/bin/shop)\nABI:2    AX:0x0    BX:0x7f\n'],
    [
      'the words of perf record',
      '\t  7f1 scan+0x8 (/bin/shop)\n\t  7f2 main+0x8 (/bin/shop)\n\n[ perf record: Woken up 1 times to write data ]\n',
    ],
  ])('knows what perf prints beside frames: %s', async (_, frames) => {
    const text = oneSample(frames).repeat(2)
    const { profile, warnings, doubt } = await read(text)
    expect([folded(profile), warnings, doubt]).toEqual(['main;scan 2\n', [], undefined])
    expect(detectFormat(Buffer.from(text)).format).toBe('perf-script')
  })

  it.each([
    ['java 1/2 5.0: cycles:   7f100000 scan+0x8 (/bin/shop) scan+0x8/La/B;::c+0x1/P/-/-/1  0x1/0x2/M/-/-/0 ', 'scan'],
    ['java 1/2 [000] 5.0:  1 branches:u:       main            7f100000 scan+0x8 (/bin/shop)', 'scan'],
    ['java 1/2 [000] U 5.0: cycles:   7f100000 scan+0x8 (/bin/shop)', 'scan'],
  ])('reads the one frame of %s', async (line, stack) => {
    const { profile, warnings } = await read(`${line}\n`)
    expect([...writeFolded(profile, { threads: true }), warnings]).toEqual([`[java tid=2];${stack} 1\n`, []])
  })

  describe('an address of the kernel below frames of the program is none of the kernel', () => {
    const java = '\t7f10a0003040 Lshop/Price;::scan+0x88 (/tmp/perf-4012.map)'
    const libc = '\t7f10b7101010 write+0x4f (/usr/lib/libc.so.6)'
    const kernel = '\tffffffff81c00010 entry_SYSCALL_64 ([kernel.kallsyms])'
    const unknown = '\tffffffff81300020 [unknown] ([unknown])'
    it.each([
      [[java, '\tffffffffffffffff [unknown] ([unknown])'], '[unknown];shop.Price.scan_[j]'],
      [[java, '\tdeadbeefcafebabe'], '[unknown];shop.Price.scan_[j]'],
      [[java, '\tdeadbeefcafebabe [unknown] (inlined)'], '[unknown];shop.Price.scan_[j]'],
      [[java, '\t2 [unknown] ([unknown])', unknown], '[unknown];shop.Price.scan_[j]'],
      [[java, unknown, '\t41 [unknown] ([unknown])', '\t7f3 main+0x1 (/bin/x)'], '[unknown];shop.Price.scan_[j]'],
      [[java, kernel], '[unknown];shop.Price.scan_[j]'],
      [
        [kernel, java, '\t8b4c24108948f289 [unknown] ([unknown])'],
        '[unknown];shop.Price.scan_[j];entry_SYSCALL_64_[k]',
      ],
      [[unknown, kernel, libc, java], 'shop.Price.scan_[j];write;entry_SYSCALL_64_[k];[unknown kernel]_[k]'],
      [['\t2 [unknown] ([unknown])', unknown], '[unknown]'],
      [['\tffffffffff600400 time+0x0 ([vsyscall])', java], 'shop.Price.scan_[j];time'],
      [['\t7f10a0003040 scan ([JIT app cache])', '\t7f3 run ([anon:dalvik-jit-code-cache])', libc], 'write;run;scan'],
      [
        ['\t3ff80112 read ([ext4])', '\t3ff80113 do_syscall ([kernel.kallsyms])', java],
        'shop.Price.scan_[j];do_syscall_[k];read_[k]',
      ],
    ])('%j', async (lines, stack) => {
      const { profile } = await read(oneSample(lines.join('\n')).repeat(2))
      expect(folded(profile)).toBe(`${stack} 2\n`)
    })
  })

  it('tells java, vm, native and kernel apart', async () => {
    const frames = await framesOf(
      [
        '\tffffffff8103ce3b native_safe_halt ([kernel.kallsyms])',
        '\t         8c3453 tcp_sendmsg (/lib/modules/4.3.0/build/vmlinux)',
        '\t            7d8 ipv4_local+0x7f ([nf_conntrack_ipv4])',
        '\t    7ffc71ee9580 __vdso_clock_gettime+0x1 ([vdso])',
        '\t    7f722d142778 long Load.fib(int)+0x5c (/tmp/perf-10.map)',
        '\t    7f722d142779 Interpreter+0x7af (/tmp/perf-10.map)',
        '\t          8282d2 JavaCalls::call_helper(JavaValue*, Thread*)+0x302 (/usr/lib/jvm/lib/server/libjvm.so)',
        '\t           891f5 pthread_cond_wait@@GLIBC_2.3.2+0x305 (/usr/lib/libc.so.6)',
      ].join('\n') + '\n',
    )
    expect(frames).toEqual(
      [
        ['native_safe_halt', 'kernel', '[kernel.kallsyms]'],
        ['tcp_sendmsg', 'kernel', 'vmlinux'],
        ['ipv4_local', 'kernel', '[nf_conntrack_ipv4]'],
        ['__vdso_clock_gettime', 'native', '[vdso]'],
        ['Load.fib', 'java', ''],
        ['Interpreter', 'vm', ''],
        ['JavaCalls::call_helper', 'vm', 'libjvm.so'],
        ['pthread_cond_wait', 'native', 'libc.so.6'],
      ].sort(([a], [b]) => frames.findIndex(([name]) => name === a) - frames.findIndex(([name]) => name === b)),
    )
  })

  it('names what has no symbol after its file, and counts it as unnamed', async () => {
    const { profile } = await read(
      oneSample(
        [
          '\t7f00000000a1 [unknown] (/usr/lib/libc.so.6)',
          '\t7f00000000a2 [unknown] (/tmp/perf-10.map)',
          '\t7f00000000a3 [unknown] ([unknown])',
          '\tffffffff810000 [unknown] ([kernel.kallsyms])',
          '',
        ].join('\n'),
      ),
    )
    expect(folded(profile)).toBe('[kernel.kallsyms]_[k];[unknown];[unknown Java]_[j];[libc.so.6] 1\n')
    const one = { frames: 1, named: 0 }
    expect(profile.provenance.resolution).toEqual({ java: one, native: one, kernel: one, unknown: one })
  })

  it('unfolds perf-map-agent’s chains and marks what was inlined', async () => {
    const { profile } = await read(oneSample('\t7f1 LA;::a->LB;::b->LC;::c+0x10 (/tmp/perf-10.map)\n'))
    expect(folded(profile)).toBe('A.a_[j];B.b_[i];C.c_[i] 1\n')
  })

  it('keeps the raw name beside the canonical one', async () => {
    const { profile } = await read(oneSample('\t7f1 long Load.fib(int)+0x5c (/tmp/perf-10.map)\n'))
    expect(profile.strings[profile.frames.raw[0]!]).toBe('long Load.fib(int)')
  })

  it('reads frames without a file, without an offset, and files with blanks and parentheses', async () => {
    const frames = await framesOf(
      [
        '\tffffffff81000001 schedule',
        '\t7f01 com/acme/Foo.bar',
        '\t7f02 plain',
        '\t7f04 run (/memfd:jit code (deleted))',
        '\t7f05 (/lib/x.so)',
        '',
      ].join('\n'),
    )
    expect(frames).toEqual(
      [
        ['[x.so]', 'native', 'x.so'],
        ['run', 'native', 'memfd:jit code'],
        ['plain', 'native', ''],
        ['com.acme.Foo.bar', 'java', ''],
        ['schedule', 'kernel', ''],
      ].reverse(),
    )
  })

  it('takes names that would break others as they are', async () => {
    const nasty = ['<script>alert(1)</script>', '__proto__', 'a;b', '"quoted"', 'ünï', 'x'.repeat(10_000)]
    const { profile } = await read(oneSample(nasty.map((name, i) => `\t7f0${i} ${name} (/x.so)\n`).join('')))
    expect(profile.strings).toContain('__proto__')
    expect(profile.strings).toContain('<script>alert')
    expect(Math.max(...profile.strings.map((text) => text.length))).toBe(4096)
  })
})

describe('readPerfScript, sample by sample', () => {
  it.each([
    ['java 10/11 [000] 5.5: 1000 cpu-clock:u: ', 'java', 11],
    ['java 11 5.5: cycles:', 'java', 11],
    ['V8 WorkerThread 10/11 5.5:     1 cycles:ppp:', 'V8 WorkerThread', 11],
    ['java 11', 'java', 11],
    ['java 11 cycles:', 'java', 11],
    ['10/11 5.500000: cycles:', '', 11],
    ['a 1 2.0: b 10/11 5.5: cycles:', 'a 1 2.0: b', 11],
    ['swapper 0/0 [001] 5.5: cycles:', 'swapper', 0],
    [':-1 -1/-1 5.5: cycles:', ':-1', 0],
    ['java 10/11 [000] d.h1. 5.5: sched:sched_switch: prev_comm=java prev_pid=1 ==> next_pid=2', 'java', 11],
    ['jävä 10/11 5.5: cycles:', 'jävä', 11],
  ])('reads the header %s', async (header, comm, tid) => {
    const { profile } = await read(`${header}\n\t7f1 f (/x.so)\n\n`)
    expect(profile.samples.length).toBe(1)
    expect([profile.strings[profile.threads.name[0]!], profile.threads.hostTid[0]]).toEqual([comm, tid])
    expect(folded(profile)).toBe('f 1\n')
  })

  it('counts time in ms from the first sample, or from the origin it is given', async () => {
    const text = 'a 1 1000000.000000001: x:\n\n' + 'a 1 1000000.250000001: x:\n\n'
    const free = await read(text)
    expect([...free.profile.samples.time]).toEqual([0, 250])
    expect(free.profile.provenance.durationMs).toBe(250)
    const fixed = await read(text, { clockOriginSeconds: 999_999 })
    expect(fixed.profile.samples.time[1]).toBeCloseTo(1250, 4)
  })

  it('counts time from the earliest sample of a file of several recordings, and tells of times that go back', async () => {
    const sample = (time: string) => `java 1/2 ${time}: 1 cycles:\n\t10 main (/bin/shop)\n\n`
    const text = ['50.000', '50.500', '49.9995', '20.250', '20.500'].map(sample).join('')
    const { profile, warnings } = await readPerfScript(chunksOf(text))
    expect([...profile.samples.time]).toEqual([29750, 30250, 29749.5, 0, 250])
    expect(profile.provenance.durationMs).toBe(30250)
    expect(warnings).toMatchObject([{ code: 'times-go-back', count: 2, line: 7 }])
    // Two CPUs' samples may stand in another order.
    expect((await readPerfScript(chunksOf(sample('50.0005') + sample('50.000')))).warnings).toEqual([])
  })

  it('takes a sample that another CPU wrote late for no other recording', async () => {
    const sample = (ms: number) => `java 1/2 ${((50_000 + ms) / 1000).toFixed(6)}: 1 cycles:\n\t10 main (/bin/shop)\n\n`
    for (const late of [10, 100, 249]) {
      // Two that are late in turn are no jump back either.
      const text = [0, 300, 310, 310 - late / 2, 310 - late, 320, 330].map(sample).join('')
      const { profile, warnings } = await readPerfScript(chunksOf(text))
      expect(warnings, `late by ${late} ms`).toEqual([])
      expect(profile.samples.time[4]).toBeCloseTo(310 - late, 6)
    }
    const inReverse = Array.from({ length: 21 }, (_, at) => sample(2000 - at * 100))
    expect((await readPerfScript(chunksOf(inReverse.join('')))).warnings).toMatchObject([{ code: 'times-go-back' }])
    const next = await readPerfScript(chunksOf([0, 400, 140].map(sample).join('')))
    expect(next.warnings).toMatchObject([{ code: 'times-go-back', count: 1 }])
  })

  it('resolves each sample by the map nearest in time and counts the ambiguous frames', async () => {
    const sample = (time: string) => `java 1/2 ${time}: cycles:\n\t10 whatever perf says (/tmp/perf-1.map)\n\n`
    const { profile } = await read(sample('0.100000') + sample('0.900000') + sample('5.000000'), {
      clockOriginSeconds: 0,
      javaDso: '/tmp/perf-1.map',
      javaMaps: [
        { atMs: 0, map: symbolMap('10 8 void A.old()') },
        { atMs: 1000, map: symbolMap('10 8 void A.new()') },
      ],
    })
    expect(folded(profile)).toBe('A.new_[j] 2\nA.old_[j] 1\n')
    expect(profile.provenance.ambiguousFrames).toBe(2)
  })

  it('looks up nameless addresses inside the code cache, and leaves other processes’ JIT code to perf', async () => {
    const frames = '\t14 [unknown] ([unknown])\n\t500 [unknown] ([unknown])\n\t10 int B.b() (/tmp/perf-99.map)\n'
    const { profile } = await read(oneSample(frames), {
      javaDso: '/tmp/perf-10.map',
      javaMaps: [{ atMs: 0, map: symbolMap('10 8 void A.a()\n20 8 void A.z()') }],
    })
    expect(folded(profile)).toBe('B.b_[j];[unknown];A.a_[j] 1\n')
  })

  const jit = (hostPid: number) => `java ${hostPid}/${hostPid + 1} 1.0: cycles:\n\t10 x (/tmp/perf-${hostPid}.map)\n\n`

  it('names each JVM’s code by its own symbol maps, and code without a file by those of its process', async () => {
    const anonymous = jit(2).replace('(/tmp/perf-2.map)', '([unknown])')
    const { profile } = await read(jit(1) + jit(2) + anonymous + jit(3).replace(/\(.*\)/, '([unknown])'), {
      javaDso: '/tmp/perf-1.map',
      javaMaps: [
        { atMs: 0, map: symbolMap('10 8 void A.one()') },
        { atMs: 0, dso: '/tmp/perf-2.map', map: symbolMap('10 8 void B.two()') },
      ],
    })
    expect(folded(profile)).toBe('A.one_[j] 1\nB.two_[j] 2\nx 1\n')
    expect(profile.provenance.symbolMaps).toHaveLength(2)
  })

  it('puts threads into lanes of their processes', async () => {
    const lanes = async (others: string | null) => {
      const { profile } = await read(jit(1) + jit(2), { processes: { labels: { 1: 'java 7' }, others } })
      return Array.from(profile.threads.name, (name) => profile.strings[name])
    }
    expect(await lanes(null)).toEqual(['java 7 · java', 'process 2 · java'])
    expect(await lanes('other processes')).toEqual(['java 7 · java', 'other processes · java'])
  })

  it('does not believe names of files of other containers, but those of the kernel', async () => {
    const sample = (hostPid: number) =>
      `sh ${hostPid}/${hostPid} 1.0: cycles:\n\tffffffff81000000 tick ([kernel.kallsyms])\n\t10 malloc (/lib/libc.so.6)\n\n`
    const processes = { labels: { 1: 'shop · sh 1' }, others: 'other processes' }
    const { profile } = await read(sample(1) + sample(2), { processes })
    expect(folded(profile)).toBe('[libc.so.6];tick_[k] 1\nmalloc;tick_[k] 1\n')
  })

  it('counts the first event only and says how many samples it left out', async () => {
    const sample = (event: string) => `java 1/2 1.0: ${event}:\n\t1 f (/x)\n\n`
    const { profile, warnings } = await read(sample('cycles') + sample('faults') + sample('cycles'))
    expect(profile.samples.length).toBe(2)
    expect(warnings).toMatchObject([{ code: 'other-events', count: 1, line: 4 }])
    const hybrid = await read(sample('cpu_core/cycles/') + sample('cpu_atom/cycles/'))
    expect(hybrid.profile.samples.length).toBe(2)
  })

  it('counts the first event only, also without call chains', async () => {
    const line = (event: string) => `            java  2 1.0: 1 ${event}:  7f1 f (/x)\n`
    const { profile } = await read(line('cycles') + line('faults') + line('cycles'))
    expect(folded(profile)).toBe('f 2\n')
  })

  it('keeps a sample without a stack, one without an empty line after it, and one at the very end', async () => {
    const { profile, warnings } = await read('a 1 1.0: x:\n\na 1 2.0: x:\n\t1 f (/x)\na 1 3.0: x:\n\t1 f (/x)')
    expect(folded(profile)).toBe(' 1\nf 2\n')
    expect(warnings).toMatchObject([{ code: 'samples-without-stack', count: 1 }])
  })

  it('reads text with CRLF line ends', async () => {
    const { profile, warnings } = await read(oneSample('\t1 f (/x.so)\n').replaceAll('\n', '\r\n'))
    expect(folded(profile)).toBe('f 1\n')
    expect(warnings).toEqual([])
  })

  it('cuts the middle out of a stack of 200,000 frames and marks the place', async () => {
    const frames = Array.from({ length: 200_000 }, (_, i) => `\t${(i + 16).toString(16)} f${i} (/x)\n`).join('')
    const { profile, warnings } = await read(oneSample(frames))
    const text = folded(profile)
    const path = text.slice(0, text.lastIndexOf(' ')).split(';')
    expect(profile.stacks.length).toBe(65_536)
    expect(warnings).toMatchObject([{ code: 'stacks-cut', count: 1 }])
    expect([path[0], path[32_766], path[32_767], path[32_768], path[65_535]]).toEqual([
      'f199999',
      'f167233',
      '[frames cut]',
      'f32767',
      'f0',
    ])
  }, 60_000)

  it('counts lost samples and passes over perf’s other records', async () => {
    const { profile, warnings } = await read(
      `${oneSample('\t1 f (/x)\n')}java 1/2 5.1: PERF_RECORD_LOST lost 12\njava 1/2 5.1: PERF_RECORD_MMAP2 1/2: [0x7f(0x1000) @ 0]: r-xp /x\n`,
    )
    expect(profile.samples.length).toBe(1)
    expect(profile.provenance.lostSamples).toBe(12)
    expect(warnings).toEqual([])
  })

  it('takes no record of a new name for a sample, so that the samples after it count', async () => {
    const { profile, warnings } = await read(
      `systemd     0 [000]     0.000000: PERF_RECORD_COMM: systemd:1/1\njava 1/2 5.0: PERF_RECORD_COMM exec: java:1/2\njava 1/2 5.0: PERF_RECORD_FORK(1:3):(1:2)\n${oneSample('\t1 f (/x)\n')}`,
    )
    expect(folded(profile)).toBe('f 1\n')
    expect(profile.provenance.event).toMatch(/^cpu-clock(:u)?$/)
    expect(warnings).toEqual([])
  })

  it('skips what it cannot read and says how much and where', async () => {
    const { profile, warnings } = await read(
      `what is this?\n${oneSample('\t1 f (/x)\n\t-- nonsense\n')}${'z'.repeat(2 ** 20 + 1)}\n`,
    )
    expect(profile.samples.length).toBe(1)
    expect(warnings).toMatchObject([
      { code: 'lines-skipped', count: 2, line: 1 },
      { code: 'lines-too-long', count: 1, line: 6 },
    ])
    expect(profile.provenance.warnings).toEqual(warnings)
  })
})
