import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What a mirror or a registry did not give. */
export class CannotFetch extends Error {}

/** Runs a program to its end and gives what it printed. Throws: an Error with what it said on standard error. */
export async function run(program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { maxBuffer: 2 ** 26, env: { ...process.env, LC_ALL: 'C' } })
    return stdout
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new Error(`${program} failed: ${stderr.trim().split('\n').slice(-5).join(' ') || message}`, { cause: error })
  }
}
