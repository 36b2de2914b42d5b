import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync(join(tmpdir(), 'hearth-install-'))))
afterEach(() => fs.rmSync(directory, { recursive: true }))

async function start(...args: string[]) {
  const env = { HEARTH_DATA: join(directory, 'data'), HEARTH_ASYNC_PROFILER: join(directory, 'library.so') }
  const program = new URL('start.ts', import.meta.url).pathname
  return await execa(process.execPath, [program, ...args], { env, reject: false, timeout: 120_000 })
}

test('installs what is missing, which is nothing here, and ends without a dashboard', async () => {
  const { exitCode, stdout } = await start('--install-only')
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('This machine has all that Hearth profiles with')])
  expect(fs.readdirSync(directory)).toEqual([])
})

test('is refused beside --no-install', async () => {
  const { exitCode, stdout } = await start('--install-only', '--no-install')
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining('usage: npm start')])
})
