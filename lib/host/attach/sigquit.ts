/** The attach signal, sent only where it cannot kill. */
import { Problem } from '../../errors.ts'
import { findLibjvm } from '../../jvm/libjvm.ts'
import { errnoOf } from '../kernel/errno.ts'
import { signalProcessDirectory } from '../kernel/libc.ts'
import {
  assertSameProcess,
  type PinnedProcess,
  problemOfProc,
  readProcFile,
  mapsBytes,
} from '../process/pinned-process.ts'
import { type ProcessStatus, readStatus } from '../process/process-status.ts'

const sigquit = 3
const sigquitBit = 1n << BigInt(sigquit - 1)
const eperm = 1
const enosys = 38
const esrch = 3

/**
 * Does SIGQUIT reach HotSpot's own handler? With `-Xrs`, and in the first moments of a JVM, it has none and the signal
 * kills. A shell that starts a JVM in the background leaves it ignored, but HotSpot installs its handler all the same.
 */
export function catchesSigquit(status: Pick<ProcessStatus, 'signalsCaught' | 'signalsIgnored'>): boolean {
  return (status.signalsCaught & sigquitBit) !== 0n && (status.signalsIgnored & sigquitBit) === 0n
}

/** A SIGQUIT waits for a thread to take it: the process is stopped, frozen, or gets no CPU. */
export function hasPendingSigquit(p: PinnedProcess): boolean {
  return (readStatus(p).signalsPending & sigquitBit) !== 0n
}

/**
 * Asks a JVM to look for an attach trigger. Everything that makes it harmless is read again right before, and the
 * signal goes through the pinned directory, so it can reach no other process.
 *
 * Throws: Problem `target-gone`, `target-changed`, `not-a-jvm`, `signal-not-caught`, `no-permission`.
 */
export function sendSigquit(p: PinnedProcess, target: string): void {
  assertSameProcess(p, target)
  let maps: string
  try {
    maps = readProcFile(p, 'maps', mapsBytes)
  } catch (error) {
    throw problemOfProc(error, target)
  }
  if (findLibjvm(maps) === null) throw new Problem('not-a-jvm', { target })
  if (!catchesSigquit(readStatus(p))) throw new Problem('signal-not-caught', { target })
  const errno = signalProcessDirectory(p.directory, sigquit)
  if (errno === enosys) signalByNumber(p, target)
  else if (errno === eperm) throw new Problem('no-permission', { what: `signal ${target}` })
  else if (errno === esrch) throw new Problem('target-gone', { target })
  else if (errno !== 0) throw new Error(`pidfd_send_signal failed with errno ${errno}`)
}

/** Kernels before 5.1 know only the number; the moment between the check and the signal is as short as it can be. */
function signalByNumber(p: PinnedProcess, target: string): void {
  assertSameProcess(p, target)
  try {
    process.kill(p.hostPid, 'SIGQUIT')
  } catch (error) {
    if (errnoOf(error) === 'EPERM') throw new Problem('no-permission', { what: `signal ${target}` }, { cause: error })
    throw problemOfProc(error, target)
  }
}
