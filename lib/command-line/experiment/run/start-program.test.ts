import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../../../testing/wait-until.ts'
import { startProgram } from './start-program.ts'

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync(join(tmpdir(), 'hearth-program-'))))
afterEach(() => fs.rmSync(directory, { recursive: true }))

function start(script: string, output: string, errors?: string) {
  const lock = fs.openSync('/dev/null', 'r')
  try {
    return startProgram(['sh', '-c', script], {
      cwd: directory,
      env: {},
      seconds: 60,
      lock,
      output,
      ...(errors !== undefined && { errors }),
    })
  } finally {
    fs.closeSync(lock)
  }
}

test('one that is stopped while a process of it holds its output has ended, not failed', async () => {
  const output = join(directory, 'output')
  const program = start('(trap "" INT; exec sleep 4) & echo begun; exec sleep 60', output)
  await waitUntil('it has begun', () => fs.existsSync(output) && fs.readFileSync(output, 'utf8') !== '')
  const [end] = await Promise.all([program.ended, program.stop()])
  expect(end.exitCode).not.toBe(0)
  expect(fs.readFileSync(output, 'utf8')).toBe('begun\n')
})

test('one whose output cannot be kept has failed, with the reason', async () => {
  const end = await start('echo text', '/dev/full').ended
  expect(end.exitCode).toBe(1)
  expect(end.stderr).toMatch(/its output cannot be kept: ENOSPC/)
})

test('one whose errors cannot be kept has failed, with them and the reason', async () => {
  const end = await start('echo oops >&2', join(directory, 'output'), '/dev/full').ended
  expect(end.exitCode).toBe(1)
  expect(end.stderr).toMatch(/^oops\nits output cannot be kept: ENOSPC/)
})
