import { expect, test } from 'vitest'
import { installMissing } from './install.ts'

const perf = {
  title: 'perf',
  costs: 'no JVM can be profiled',
  packages: { debian: [['linux-perf']], ubuntu: [['linux-tools-generic']] },
}

test('what is missing is said with its cost and the repair, and nothing is installed when that is not wanted', async () => {
  const lines: string[] = []
  const missing = await installMissing([{ ...perf, isMet: async () => false }], false, (line) => lines.push(line))
  expect(missing.map(({ title }) => title)).toEqual(['perf'])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^Missing: perf\. Without it, no JVM can be profiled\. (Repair: sudo apt-get install|Install perf)/,
  )
})

test('a machine that has everything hears nothing', async () => {
  const lines: string[] = []
  expect(await installMissing([{ ...perf, isMet: async () => true }], false, (line) => lines.push(line))).toEqual([])
  expect(lines).toEqual([])
})
