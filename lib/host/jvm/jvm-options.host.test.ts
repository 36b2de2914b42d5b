import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments } from './jvm-options.ts'
import { pinProcess } from '../process/pinned-process.ts'

const nobody = 65534
let directory: string
let child: ChildProcess | undefined
beforeEach(() => {
  directory = fs.mkdtempSync('/tmp/hearth-argfile-')
  fs.chmodSync(directory, 0o755)
})
afterEach(() => {
  child?.kill('SIGKILL')
  fs.rmSync(directory, { recursive: true })
})

/** The arguments of a process of user nobody that was called with this one: a tail that waits for a file of that name. */
function argumentsWith(argument: string): string[] {
  child = spawn('tail', ['-F', argument], { argv0: 'java', uid: nobody, gid: nobody, stdio: 'ignore' })
  using p = pinProcess(child.pid!)
  return readArguments(p).slice(2)
}

test('an argfile that the process itself may read is expanded', () => {
  fs.writeFileSync(`${directory}/args`, '-Xmx64m shop.Shop', { mode: 0o644 })
  expect(argumentsWith(`@${directory}/args`)).toEqual(['-Xmx64m', 'shop.Shop'])
})

test('one that only root may read stays unread, so that nobody reads it by our eyes', () => {
  fs.writeFileSync(`${directory}/args`, 'root:secret', { mode: 0o600 })
  expect(argumentsWith(`@${directory}/args`)).toEqual([`@${directory}/args`])
  child!.kill('SIGKILL')
  fs.mkdirSync(`${directory}/closed`, { mode: 0o700 })
  fs.writeFileSync(`${directory}/closed/args`, 'root:secret', { mode: 0o644 })
  expect(argumentsWith(`@${directory}/closed/args`)).toEqual([`@${directory}/closed/args`])
})
