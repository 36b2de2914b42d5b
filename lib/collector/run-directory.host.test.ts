import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCollector } from '../command-line/open-collector.ts'
import { readConfig } from '../config.ts'
import { pinProcess } from '../host/process/pinned-process.ts'
import { sampleCapture } from '../testing/samples.ts'
import { assertOwnDirectory, claimRunDirectory } from './run-directory.ts'

const nobody = 65534
const refused: unknown = expect.objectContaining({ code: 'no-permission' })
let directory: string
beforeEach(() => {
  directory = fs.mkdtempSync('/run/hearth-test-')
})
afterEach(() => fs.rmSync(directory, { recursive: true }))

test('only root and the web program can enter a run directory', async () => {
  await claimRunDirectory(`${directory}/run`, `${directory}/run/collector.sock`, 61717)
  expect(fs.statSync(`${directory}/run`)).toMatchObject({ uid: 0, gid: 61717, mode: 0o40750 })
})

test('a directory that another user owns, links to or could replace is refused', () => {
  fs.mkdirSync(`${directory}/ours`)
  expect(() => assertOwnDirectory(`${directory}/ours`)).not.toThrow()
  fs.symlinkSync(`${directory}/ours`, `${directory}/link`)
  expect(() => assertOwnDirectory(`${directory}/link`)).toThrow(refused)
  fs.chmodSync(directory, 0o1777) // as /tmp: only the owner can replace an entry
  expect(() => assertOwnDirectory(`${directory}/ours`)).not.toThrow()
  fs.chmodSync(directory, 0o777)
  expect(() => assertOwnDirectory(`${directory}/ours`)).toThrow(refused)
  fs.chmodSync(directory, 0o755)
  fs.chownSync(directory, nobody, nobody)
  expect(() => assertOwnDirectory(`${directory}/ours`)).toThrow(refused)
  fs.chownSync(directory, 0, 0)
  fs.chownSync(`${directory}/ours`, nobody, nobody)
  expect(() => assertOwnDirectory(`${directory}/ours`)).toThrow(refused)
})

test('a command of root ignores a journal that another user put beside its run directory', async () => {
  const victim = spawn('sleep', ['60'])
  try {
    using process = pinProcess(victim.pid!)
    const journal = `${directory}/hearth-command-999999999/journal`
    fs.mkdirSync(journal, { recursive: true })
    const { hostPid, startTicks } = process
    fs.writeFileSync(`${journal}/x.json`, JSON.stringify(recordThatEnds({ kind: 'process', hostPid, startTicks })))
    fs.chownSync(`${directory}/hearth-command-999999999`, nobody, nobody)
    fs.chmodSync(directory, 0o777)
    const config = readConfig({ HEARTH_RUN: `${directory}/hearth`, HEARTH_DATA: `${directory}/data` })
    await expect(openCollector(config, () => undefined)).rejects.toEqual(refused)
    expect(victim.signalCode).toBeNull()
    expect(fs.existsSync(`${journal}/x.json`)).toBe(true)
  } finally {
    victim.kill('SIGKILL')
  }
})

const recordThatEnds = (record: object): object => ({
  capture: sampleCapture({ state: 'recording', requestedBy: 'mallory' }),
  leftovers: [record],
})
