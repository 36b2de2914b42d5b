/** Commands whose output goes to a pipe that closes early, as with `head`: real processes and real pipes. */
import { execa } from 'execa'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const program = new URL('main.ts', import.meta.url).pathname
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-pipe-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs `hearth` with an output whose reader has left before it starts; `input` is a command of bash. */
async function withoutReader(args: readonly string[], input = ':') {
  const script = `exec 3> >(true); wait $!; ${input} | "$@" >&3`
  const env = { HEARTH_DATA: join(directory, 'data'), HEARTH_RUN: join(directory, 'run'), HEARTH_URL: '' }
  const { exitCode, stderr } = await execa('bash', ['-c', script, 'bash', process.execPath, program, ...args], {
    env,
    reject: false,
  })
  return { exitCode, stderr }
}

const folded = (name: string, text: string) => {
  const file = join(directory, `${name}.folded`)
  writeFileSync(file, text)
  return file
}

describe('a command whose reader has left', () => {
  test('ends with the exit code of a --fail-if that came true', async () => {
    const before = folded('before', 'main;shop.Cart.total 9000\nmain;shop.Idle.wait 1000\n')
    const after = folded('after', 'main;shop.Cart.total 1000\nmain;shop.Idle.wait 9000\n')
    const ended = await withoutReader(['compare', '--fail-if=+5%', before, after])
    expect(ended.exitCode, ended.stderr).toBe(3)
  })

  test('ends with 0 where its output was all that mattered, and reads no more', async () => {
    expect(await withoutReader(['help'])).toEqual({ exitCode: 0, stderr: '' })
    // An input without an end.
    expect(await withoutReader(['collapse'], "yes 'main;shop.Cart.total 1'")).toEqual({ exitCode: 0, stderr: '' })
  })
})
