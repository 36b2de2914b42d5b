import { expect, test } from 'vitest'
import { meetNeeds } from './install.ts'

const perf = {
  title: 'perf',
  costs: 'no JVM can be profiled',
  packages: { debian: [['linux-perf']], ubuntu: [['linux-tools-generic']] },
}

test('what is missing is said with its cost and the repair, and nothing is installed when that is not wanted', async () => {
  const said: string[] = []
  const missing = await meetNeeds([{ ...perf, isMet: async () => false }], false, (line) => said.push(line))
  expect(missing.map(({ title }) => title)).toEqual(['perf'])
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(
    /^Missing: perf\. Without it, no JVM can be profiled\. (Repair: sudo apt-get install|Install perf)/,
  )
})

test('a machine that has everything hears nothing', async () => {
  const said: string[] = []
  expect(await meetNeeds([{ ...perf, isMet: async () => true }], false, (line) => said.push(line))).toEqual([])
  expect(said).toEqual([])
})
