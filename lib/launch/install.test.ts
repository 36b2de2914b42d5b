import { expect, test } from 'vitest'
import { failedCheck } from '../health-checks.ts'
import { hearthDependencies } from './host-needs.ts'
import { Problem } from '../errors.ts'
import { installMissing, installPackages } from './install.ts'

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

test.each([
  ['update', ['update', 'install']],
  ['install', ['update', 'install']],
])('an apt-get %s that fails is reported, and the start goes on', async (failing, expected) => {
  const [asked, lines]: [string[], string[]] = [[], []]
  const run = (tool: string, args: readonly string[]) => {
    if (tool === 'apt-cache') return Promise.resolve({ stdout: 'Candidate: 1.2', stderr: '' })
    const verb = args.find((arg) => arg === 'update' || arg === 'install')!
    asked.push(verb)
    if (verb !== failing) return Promise.resolve({ stdout: '', stderr: '' })
    return Promise.reject(new Problem('tool-failed', { tool, exitCode: 100, stderr: 'no network' }))
  }
  await installPackages([perf], 'debian', (line) => lines.push(line), run)
  expect(asked).toEqual(expected)
  expect(lines.filter((line) => line.includes('no network'))).toHaveLength(1)
})

test('packages that no list has are not asked for', async () => {
  const asked: string[] = []
  const run = (tool: string) => {
    asked.push(tool)
    return Promise.reject(new Problem('tool-failed', { tool, exitCode: 100, stderr: 'no network' }))
  }
  await installPackages([perf], 'debian', () => undefined, run)
  expect(asked.filter((tool) => tool === 'apt-get')).toHaveLength(1)
})

test('a machine that has everything hears nothing', async () => {
  const lines: string[] = []
  expect(await installMissing([{ ...perf, isMet: async () => true }], false, (line) => lines.push(line))).toEqual([])
  expect(lines).toEqual([])
})
