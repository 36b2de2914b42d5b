import process from 'node:process'
import { expect, test } from 'vitest'
import { parseUsageMs } from '../host/process/cgroup-cpu.ts'
import { bareTarget } from '../testing/hosts/bare-target.ts'
import { createOverheadLog } from './overhead.ts'

/** Uses at least so much CPU time in this process. */
function burn(ms: number): void {
  const begun = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(begun)
    if ((user + system) / 1000 >= ms) return
  }
}

test('the CPU load before a capture and during it are measured separately', () => {
  let now = 0
  const log = createOverheadLog(() => now)
  const target = bareTarget(process.pid, null)
  log.addReadings([target])
  now += 10_000
  const watch = log.watch(target)
  burn(300)
  now += 1000
  const { before, during } = watch.stop()
  expect(before!.seconds).toBe(10)
  expect(before!.cpuPercent).toBeLessThan(15)
  expect(during!.seconds).toBe(1)
  expect(during!.cpuPercent).toBeGreaterThanOrEqual(28)
  burn(100)
  expect(watch.stop().during).toEqual(during)
}, 60_000)

test('the load before a capture is that of the last minute', () => {
  let now = 0
  const log = createOverheadLog(() => now)
  const target = bareTarget(process.pid, null)
  for (let reading = 0; reading < 50; reading++, now += 2000) log.addReadings([target])
  expect(log.watch(target).stop().before!.seconds).toBeLessThanOrEqual(60)
})

test('a JVM without earlier readings, or that has ended, has no load', () => {
  const log = createOverheadLog()
  const target = bareTarget(process.pid, null)
  expect(log.watch(target).stop()).toEqual({ before: null, during: null })
  expect(log.watch({ ...target, hostPid: 2 ** 22 - 1, id: '0'.repeat(16) }).stop()).toEqual({
    before: null,
    during: null,
  })
})

test.each([
  ['123456789\n', 123.456789],
  ['usage_usec 2500\nuser_usec 2000\nsystem_usec 500\n', 2.5],
  ['nr_periods 0\n', null],
])('the counter %j has %d ms', (text, ms) => {
  expect(parseUsageMs(text)).toBe(ms)
})
