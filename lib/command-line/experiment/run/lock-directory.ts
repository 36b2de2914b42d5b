/** Lets one experiment of a directory run at a time. */
import fs from 'node:fs'
import { startCommand } from '../../../host/command/run-command.ts'
import { Problem } from '../../../errors.ts'

/** Wait for the lock: programs of a killed experiment end within this, and would make things after the cleanup. */
const waitSeconds = 15

export interface DirectoryLock extends Disposable {
  /**
   * For the programs that an experiment starts: the lock is held until the last of them has ended, also when we are
   * killed.
   */
  readonly descriptor: number
}

/** Keeps other commands out of the directory. Throws: Problem `experiment-running`. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const descriptor = fs.openSync(directory, 'r')
  if (!(await tryLock(descriptor, ['--wait', `${waitSeconds}`]))) {
    fs.closeSync(descriptor)
    throw new Problem('experiment-running', { directory })
  }
  return { descriptor, [Symbol.dispose]: () => fs.closeSync(descriptor) }
}

/** Gives whether an experiment of the directory is under way, or a program that it started has not ended yet. */
export async function isLocked(directory: string): Promise<boolean> {
  const descriptor = fs.openSync(directory, 'r')
  try {
    return !(await tryLock(descriptor, ['--shared', '--nonblock']))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** The lock is of the open directory, which we and every program with the descriptor share (flock(2)). */
async function tryLock(descriptor: number, options: readonly string[]): Promise<boolean> {
  // The program gets our descriptor as its 3.
  const child = startCommand('flock', [...options, '3'], { descriptors: [descriptor] })
  child.stdin.end()
  child.stdout.resume()
  return (await child.ended).exitCode === 0
}
