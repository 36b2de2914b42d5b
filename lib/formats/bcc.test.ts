import { describe, expect, it } from 'vitest'
import { chunksOf } from '../testing/chunks.ts'
import { readBcc } from './bcc.ts'
import { readBpftraceText } from './bpftrace-text.ts'
import { writeFolded } from './write-folded.ts'

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
    expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 1, line: 12 }])
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
      const { profile, warnings } = await readBpftraceText(chunksOf(text, 3))
      expect([...writeFolded(profile, { annotate: true, threads: true })]).toEqual([
        '[java tid=4711];main;read;do_syscall_64_[k];schedule_[k] 3\n',
      ])
      expect(warnings).toMatchObject([
        { code: 'lines-skipped', count: 1, line: text.split('\n').indexOf('@other: 5') + 1 },
      ])
    }
  })
})
