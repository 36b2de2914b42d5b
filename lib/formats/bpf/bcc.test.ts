import { describe, expect, it } from 'vitest'
import { frameKinds } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { detectFormat } from '../detect.ts'
import { readBcc } from './bcc.ts'
import { readBpftraceText } from './bpftrace-text.ts'
import { writeFolded } from '../folded/write-folded.ts'

describe('readBcc', () => {
  it('reads time off the processor in nanoseconds, and what stands before `--` as the kernel’s', async () => {
    const text = `Tracing off-CPU time (us) of all threads by user + kernel stack for 2 secs.

    schedule
    __x64_sys_futex
    --
    __lll_lock_wait
    long Shop.find(int)
    -                http-1 (4711)
        250

    cut
    off

    - not a process
    main
    -                shop (7)
        0
`
    const { profile, warnings } = await readBcc(chunksOf(text, 5))
    expect([profile.unit, profile.provenance.event]).toEqual(['nanoseconds', 'off-cpu'])
    expect([...writeFolded(profile, { annotate: true, threads: true })]).toEqual([
      '[http-1 tid=4711];Shop.find_[j];__lll_lock_wait;__x64_sys_futex_[k];schedule_[k] 250000\n',
    ])
    expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 1, line: 11 }])
  })

  it('reads names that Python 3 shows as bytes', async () => {
    const text = "    b'scan'\n    b'main'\n    -                b'java' (4012)\n        3\n"
    const { profile } = await readBcc(chunksOf(text, 5))
    expect([...writeFolded(profile, { threads: true })]).toEqual(['[java tid=4012];main;scan 3\n'])
  })

  it.each([
    [
      'below',
      '\tgrow+0x40 [libx.so]\n\tstart_thread+0x1f0 [libc.so.6]\n\t81920 bytes allocated at:\n\n\tos::malloc+0x30 [libjvm.so]\n\t[unknown]\n\t4096 bytes allocated at:\n',
    ],
    [
      'above',
      '81920 bytes allocated at:\n\tgrow+0x40 [libx.so]\n\tstart_thread+0x1f0 [libc.so.6]\n4096 bytes allocated at:\n\tos::malloc+0x30 [libjvm.so]\n\t[unknown]\n',
    ],
  ])('reads the bytes of mallocstacks, %s a stack', async (_, text) => {
    expect(detectFormat(Buffer.from(text)).format).toBe('bcc')
    const { profile, warnings } = await readBcc(chunksOf(text, 5))
    expect([profile.unit, profile.provenance.event]).toEqual(['bytes', 'native-memory'])
    expect([...writeFolded(profile)]).toEqual(['[unknown];os::malloc 4096\n', 'start_thread;grow 81920\n'])
    expect(warnings).toEqual([])
  })

  it('says where a stack begins that the end of the file has cut', async () => {
    const whole = '\n    main\n    -                java (7)\n        3\n\n'
    const named = '    -                java (7)\n'
    for (const [cut, line] of [
      ['    schedule\n    --\n    read\n    main\n', 6],
      ['    schedule\n    --\n', 6],
      [named, 6],
    ] as const) {
      const { profile, warnings } = await readBcc(chunksOf(whole + cut, 5))
      expect([...writeFolded(profile)]).toEqual(['main 3\n'])
      expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 1, line }])
    }
  })
})

describe('readBpftraceText', () => {
  it('puts the kernel’s stack behind the program’s, whichever is printed first', async () => {
    const frames = [
      '\n    schedule+35\n    do_syscall_64+92\n',
      '\n    7f148cf9342e read+4 (/lib/libc.so.6)\n    main+12\n',
    ]
    for (const [first, second] of [frames, frames.toReversed()]) {
      const text = `Attaching 1 probe...\n@cpu[4711, java,${first},${second}]: 3\n@other: 5\n`
      const [{ profile, warnings }] = await readBpftraceText(chunksOf(text, 3))
      expect([...writeFolded(profile, { annotate: true, threads: true })]).toEqual([
        '[java tid=4711];main;read;do_syscall_64_[k];schedule_[k] 3\n',
      ])
      expect(warnings).toMatchObject([
        { code: 'lines-skipped', count: 1, line: text.split('\n').indexOf('@other: 5') + 1 },
      ])
    }
  })

  it('takes for the kernel’s only what the kernel alone has, to the end of the word', async () => {
    const kindOf = async (frame: string) => {
      const [{ profile }] = await readBpftraceText(chunksOf(`@[\n    ${frame}\n]: 1\n`))
      return frameKinds[profile.frames.kind[0]!]
    }
    const kernel = [
      ...['entry_SYSCALL_64_after_hwframe+118', 'do_syscall_64+92', 'asm_exc_page_fault+34', 'ret_from_fork_asm+26'],
      ...['__x64_sys_futex+120', '__ia32_compat_sys_ppoll+9', 'x64_sys_call+7', 'schedule', 'schedule_timeout+1'],
      ...['__schedule+980', 'do_idle+1', 'cpu_startup_entry+2', 'el0t_64_sync+4', 'el0_svc_common.constprop.0+60'],
    ]
    const program = [
      ...['scheduler_loop+4', 'entry_point+8', 'asm_encode+1', 'do_syscall_stub+3', 'ret_from_cache+2'],
      ...['__x64_system+1', 'x64_sys_init+4', 'schedule_job+9', 'schedule::run()+7', 'do_idle_work+1', 'el0quent+5'],
    ]
    expect(await Promise.all(kernel.map(kindOf))).toEqual(kernel.map(() => 'kernel'))
    expect(await Promise.all(program.map(kindOf))).toEqual(program.map(() => 'native'))
  })

  it('says where a stack begins that was cut, by the next one and by the end of the file', async () => {
    const whole = '@[\n    main+1\n]: 2\n'
    const cut = '@[\n    read+4\n    main+1\n'
    for (const [text, count, line] of [
      [cut + whole, 1, 1],
      [whole + cut, 1, 4],
      [whole + cut + cut, 2, 4],
    ] as const) {
      const [{ profile, warnings }] = await readBpftraceText(chunksOf(text, 3))
      expect([...writeFolded(profile)]).toEqual(['main 2\n'])
      expect(warnings).toMatchObject([{ code: 'lines-skipped', count, line }])
    }
  })
})
