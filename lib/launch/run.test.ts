import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'

const runner = new URL('./run.mjs', import.meta.url).pathname

/**
 * A process that runs a program by run.mjs and does nothing else, as npm does, and as run.mjs itself does on an old
 * Node.
 */
async function startBelow(parent: string): Promise<ChildProcess> {
  const directory = mkdtempSync(`${tmpdir()}/hearth-run-`)
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const program = `${directory}/program.mjs`
  writeFileSync(program, `console.log('up'); setInterval(() => {}, 1e6)`)
  const code = `${parent}; require('node:child_process').spawn(process.execPath, ${JSON.stringify([runner, program])}, { stdio: 'inherit' })`
  const wrapper = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(wrapper.stdout, 'data')
  return wrapper
}

test.each([
  ['npm', `process.title = 'npm start'; process.env.npm_lifecycle_event = 'start'`],
  ['run.mjs on an old Node', `process.env.HEARTH_WRAPPER = String(process.pid)`],
])('a program ends when its wrapper is killed: %s', async (_, parent) => {
  const wrapper = await startBelow(parent)
  const isOver = once(wrapper.stdout!, 'close') // the program holds the other end of the pipe
  wrapper.kill('SIGKILL')
  await isOver
  expect(wrapper.signalCode).toBe('SIGKILL')
})
