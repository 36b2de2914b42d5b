import { expect, test } from 'vitest'
import type { Mark } from '../../profile/model/profile.ts'
import { watchPauseWindow } from '../pauses/watch-pauses.ts'
import { hasCounted } from './perf-event.ts'
import { createSchedule } from '../recording/schedule.ts'
import { perfWindow } from './perf-window.ts'
import { scriptCommand } from './perf-parts.ts'
import { createWarningList } from '../recording/warning-list.ts'

test.each([1, 5, 30, 60, 600])(
  'a flight recorder of %i s keeps at least its window, also while its newest file is empty',
  (seconds) => {
    const { ring, keptSeconds } = perfWindow({ mode: 'flight-recorder', seconds })
    expect(keptSeconds).toBe(seconds)
    // The oldest file goes when one more than `files` is begun.
    expect((ring!.files - 1) * ring!.seconds).toBeGreaterThanOrEqual(seconds)
    expect(ring!.files * ring!.seconds).toBeLessThan(1.5 * seconds + 12)
  },
)

test('maps are taken often at first, and seldom where each is dear and the recording long', () => {
  const taken = (totalMs: number, isLong: boolean, costMs: number) => {
    const schedule = createSchedule(totalMs, isLong)
    const at: number[] = []
    for (let now = 0; now < Math.min(totalMs, 120_000); now += 500) {
      if (!schedule.isMapDue(now)) continue
      at.push(now)
      schedule.tookMap(now, costMs)
    }
    return at
  }
  expect(taken(30_000, false, 50)).toEqual([1000, 2000, 4000, 8000, 16_000, 26_000])
  expect(taken(86_400_000, true, 200)).toEqual([1000, 41_000, 81_000])
})

test('a live snapshot comes every two seconds, and less often the more it costs', () => {
  const schedule = createSchedule(60_000, false)
  expect(schedule.isLiveDue(1500)).toBe(false)
  expect(schedule.isLiveDue(2000)).toBe(true)
  schedule.tookLive(2000, 10)
  expect(schedule.isLiveDue(4000)).toBe(true)
  schedule.tookLive(4000, 1000)
  expect(schedule.isLiveDue(13_500)).toBe(false)
  expect(schedule.isLiveDue(14_000)).toBe(true)
})

test('several files are printed one after the other, one without a shell', () => {
  const options = { maxDepth: 127, hasKernelSymbols: true, pids: [7, 8], sinceSeconds: 12.5 }
  const one = scriptCommand({ files: ['perf.data'], ...options })
  expect(one.join(' ')).toBe(
    'perf script --symfs symfs --kallsyms kallsyms --max-stack 127 --pid 7,8 --time 12.500000000, --no-inline --ns --fields comm,pid,tid,time,period,event,ip,sym,dso --input perf.data',
  )
  const [shell, , script, , ...files] = scriptCommand({ files: ['a', 'b'], ...options })
  expect([shell, files]).toEqual(['sh', ['a', 'b']])
  expect(script).toContain('--input "$file"')
})

test.each([
  ['1188370,,cycles,990,100.00,,', true],
  ['0.57,msec,cpu-clock,570,100.00,0.9,CPUs utilized', true],
  ['<not supported>,,cycles,0,100.00,,', false],
  ['0,,cycles,990,100.00,,', false],
])('perf stat printed %s', (csv, counts) => {
  expect(hasCounted(`\n${csv}\n`)).toBe(counts)
})

test('the same warning again only counts', () => {
  const warnings = createWarningList()
  for (let time = 0; time < 3; time++) warnings.add({ code: 'a', text: 'x', count: 1 })
  for (let text = 0; text < 1000; text++) warnings.add({ code: 'b', text: `${text}`, count: 1 })
  expect(warnings.list()[0]).toEqual({ code: 'a', text: 'x', count: 3 })
  expect(warnings.list().length).toBeLessThanOrEqual(50)
})

test('of a long recording the pauses of the window are kept, at their place in it', () => {
  const marks: Mark[][] = [
    [{ kind: 'gc', fromMs: 1000, toMs: 1500, text: 'old' }],
    [{ kind: 'gc', fromMs: 9000, toMs: 9500, text: 'kept' }],
    [{ kind: 'gc', fromMs: 200, toMs: 300, text: 'new' }],
  ]
  const open = () => {
    const own = marks.shift()!
    return { start() {}, stop: () => ({ marks: own, warnings: [] }), [Symbol.dispose]() {} }
  }
  using pauses = watchPauseWindow(open, 100, 10)
  pauses.tick(105)
  pauses.tick(110)
  pauses.tick(120)
  // The window: from 113 s to 123 s.
  expect(pauses.finish(113).marks).toEqual([
    { kind: 'gc', fromMs: 6000, toMs: 6500, text: 'kept' },
    { kind: 'gc', fromMs: 7200, toMs: 7300, text: 'new' },
  ])
})
