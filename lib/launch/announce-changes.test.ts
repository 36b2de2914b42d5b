import { expect, test } from 'vitest'
import { announceChanges, type PlannedChanges } from './announce-changes.ts'

const everything: PlannedChanges = { installs: ['perf', 'a JDK'], startsDocker: true, fetches: 'async-profiler 4.6' }
const nothing: PlannedChanges = { installs: [], startsDocker: false, fetches: null }

async function announce(changes: PlannedChanges, isTerminal: boolean, mayWait = true) {
  const lines: string[] = []
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  await announceChanges(changes, { report: (line) => lines.push(line), isTerminal, mayWait, wait })
  return { lines, waits }
}

test('lists what will be installed and started, and waits five seconds for Ctrl-C', async () => {
  const { lines, waits } = await announce(everything, true)
  expect(lines.join('\n')).toMatch(
    /perf, a JDK.*Docker engine, which keeps running when Hearth ends.*async-profiler 4\.6/s,
  )
  expect(lines.at(-1)).toMatch(/5 s.*Ctrl-C.*--no-install.*--yes/)
  expect(waits).toEqual([5000])
})

test('does not wait when nothing is missing, without a terminal, or with --yes', async () => {
  expect(await announce(nothing, true)).toEqual({ lines: [], waits: [] })
  for (const { lines, waits } of [await announce(everything, false), await announce(everything, true, false)]) {
    expect(lines.join('\n')).toContain('perf, a JDK')
    expect(lines.join('\n')).not.toContain('Ctrl-C')
    expect(waits).toEqual([])
  }
})
