import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments, readJvmOptions } from './jvm-options.ts'
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

/** The arguments of a process of the user `nobody` with this one: a `tail` that waits for a file of that name. */
function argumentsWith(argument: string): string[] {
  using p = pinProcess(startWith(argument))
  return readArguments(p).argv.slice(2)
}

function startWith(argument: string, env: Readonly<Record<string, string>> = {}): number {
  child = spawn('tail', ['-F', argument], {
    ...{ argv0: 'java', uid: nobody, gid: nobody, stdio: 'ignore' as const },
    env: { ...process.env, ...env },
  })
  return child.pid!
}

test('options are read from the environment too, and from files that it names', () => {
  fs.writeFileSync(`${directory}/args`, '-Xmx64m', { mode: 0o644 })
  fs.writeFileSync(`${directory}/options`, '-XX:+DisableAttachMechanism\n-Xss1m', { mode: 0o644 })
  const env = {
    JAVA_TOOL_OPTIONS: `-XX:VMOptionsFile=${directory}/options`,
    JDK_JAVA_OPTIONS: `@${directory}/args -Dx=y`,
    _JAVA_OPTIONS: '-Xint',
  }
  using p = pinProcess(startWith(directory, env))
  expect(readJvmOptions(p)).toEqual([
    `-XX:VMOptionsFile=${directory}/options`,
    '-XX:+DisableAttachMechanism',
    '-Xss1m',
    '-Xmx64m',
    '-Dx=y',
    '-F',
    '-Xint',
  ])
})

test('an argfile that the process itself may read is expanded', () => {
  fs.writeFileSync(`${directory}/args`, '-Xmx64m shop.Shop', { mode: 0o644 })
  expect(argumentsWith(`@${directory}/args`)).toEqual(['-Xmx64m', 'shop.Shop'])
})

test('an argfile that only root may read is not expanded, so that no user reads it through Hearth', () => {
  fs.writeFileSync(`${directory}/args`, 'root:secret', { mode: 0o600 })
  expect(argumentsWith(`@${directory}/args`)).toEqual([`@${directory}/args`])
  child!.kill('SIGKILL')
  fs.mkdirSync(`${directory}/closed`, { mode: 0o700 })
  fs.writeFileSync(`${directory}/closed/args`, 'root:secret', { mode: 0o644 })
  expect(argumentsWith(`@${directory}/closed/args`)).toEqual([`@${directory}/closed/args`])
})
