import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { parseHostCpu, readFamilyCpuMs, readHostCpu } from './host-cpu.ts'

test('the host is busy with all but idle time and waiting for disks', () => {
  const text =
    'cpu  100 20 30 4000 500 6 7 8 9 0\ncpu0 50 10 15 2000 250 3 3 4 4 0\ncpu1 50 10 15 2000 250 3 4 4 5 0\nintr 1\n'
  expect(parseHostCpu(text)).toEqual({ busyMs: 1710, cpus: 2 })
  expect(readHostCpu().cpus).toBeGreaterThan(0)
})

test('a process is as busy as what it started, also once that has ended', async () => {
  const before = [readFamilyCpuMs(process.pid), readHostCpu().busyMs] as const
  // A grandchild, too.
  const burn = 'const end = process.cpuUsage().user + 300e3; while (process.cpuUsage().user < end);'
  const child = spawn('sh', ['-c', `"${process.execPath}" -e "${burn}"; true`])
  await once(child, 'close')
  expect(readFamilyCpuMs(process.pid) - before[0]).toBeGreaterThanOrEqual(290)
  expect(readHostCpu().busyMs - before[1]).toBeGreaterThanOrEqual(290)
  expect(readFamilyCpuMs(2 ** 30)).toBe(0)
})
