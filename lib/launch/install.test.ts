import { expect, test } from 'vitest'
import { failedCheck } from '../health-checks.ts'
import { hearthDependencies } from './host-needs.ts'
import { installMissing } from './install.ts'

const perf = hearthDependencies.find(({ title }) => title === 'perf')!

test('what is missing is said with its cost and the repair, and nothing is installed when that is not wanted', async () => {
  const lines: string[] = []
  const missing = await installMissing([{ ...perf, isMet: async () => false }], false, (line) => lines.push(line))
  expect(missing.map(({ title }) => title)).toEqual(['perf'])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^Missing: perf\. Without it, other engines are used; .+ flight recorder\. (Repair: sudo apt-get install|Install perf)/,
  )
})

test('without perf `npm start` and the health of the host name the same cost', async () => {
  const lines: string[] = []
  await installMissing([{ ...perf, isMet: async () => false }], false, (line) => lines.push(line))
  expect(lines[0]!.toLowerCase()).toContain(` without it, ${failedCheck('perf').costs.toLowerCase()} `)
})

test('a machine that has everything hears nothing', async () => {
  const lines: string[] = []
  expect(await installMissing([{ ...perf, isMet: async () => true }], false, (line) => lines.push(line))).toEqual([])
  expect(lines).toEqual([])
})
