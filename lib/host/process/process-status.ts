/** The status of a process by the kernel, read through its pinned directory. */
import fs from 'node:fs'
import { kernelFiles } from '../kernel/named-files.ts'
import { type PinnedProcess, problemOfProc, readProcFile, statFields } from './pinned-process.ts'

export interface ProcessStatus {
  /** Effective ids, as the collector's user namespace counts them. */
  readonly uid: number
  readonly gid: number
  readonly groups: readonly number[]
  /** `CapPrm:` is not empty: it may use some of root's rights. */
  readonly hasCapabilities: boolean
  /**
   * The PID that the process itself sees, while we see `hostPid`: HotSpot names its files after this one.
   *
   * Source: last field of `NSpid:`, proc_pid_status(5), Linux 4.1 and later.
   */
  readonly namespacePid: number
  /** Bit n-1 is signal n. */
  readonly signalsCaught: bigint
  readonly signalsIgnored: bigint
  /** Sent to the process as a whole, and taken by none of its threads yet. */
  readonly signalsPending: bigint
  readonly threads: number
  readonly residentBytes: number
}

/** Gives the status of a process. Throws: Problem `target-gone`, `no-permission`. */
export function readStatus(p: PinnedProcess): ProcessStatus {
  try {
    return parseStatus(readProcFile(p, 'status'), p.hostPid)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/** `hostPid` stands in for the namespace PID on kernels that do not print it. */
export function parseStatus(text: string, hostPid: number): ProcessStatus {
  const lines = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0)
      lines.set(
        line.slice(0, colon),
        line
          .slice(colon + 1)
          .trim()
          .split(/\s+/),
      )
  }
  const number = (name: string, field: number) => Number(lines.get(name)?.[field] ?? 0)
  const mask = (name: string) => BigInt(`0x${lines.get(name)?.[0] || '0'}`)
  return {
    uid: number('Uid', 1),
    gid: number('Gid', 1),
    groups: (lines.get('Groups') ?? []).filter(Boolean).map(Number),
    hasCapabilities: mask('CapPrm') !== 0n,
    namespacePid: Number(lines.get('NSpid')?.at(-1) ?? hostPid),
    signalsCaught: mask('SigCgt'),
    signalsIgnored: mask('SigIgn'),
    signalsPending: mask('ShdPnd'),
    threads: number('Threads', 0),
    residentBytes: number('VmRSS', 0) * 1024,
  }
}

export interface ProcessStat {
  /** `R` running, `S` sleeping, `T` stopped, `Z` dead but not reaped ... */
  readonly state: string
  readonly parentPid: number
  /** User and kernel time of all its threads. */
  readonly cpuTicks: number
  readonly threads: number
  readonly startTicks: string
  readonly residentPages: number
}

/** The cheap part of the status. Throws: Problem `target-gone`. */
export function readStat(p: PinnedProcess): ProcessStat {
  try {
    return parseStat(readProcFile(p, 'stat'))
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
}

/** The same again and again for the price of one system call. The caller disposes of it. */
export function openStat(p: PinnedProcess): { read(): ProcessStat } & Disposable {
  let fd: number
  try {
    fd = kernelFiles.openSync(`/proc/self/fd/${p.directory}/stat`, fs.constants.O_RDONLY)
  } catch (error) {
    throw problemOfProc(error, p.label)
  }
  const buffer = Buffer.allocUnsafe(2048) // it has 52 fields, none longer than 20 characters but the name's 64
  return {
    read() {
      try {
        return parseStat(buffer.toString('latin1', 0, fs.readSync(fd, buffer, 0, buffer.length, 0)))
      } catch (error) {
        throw problemOfProc(error, p.label)
      }
    },
    [Symbol.dispose]: () => fs.closeSync(fd),
  }
}

/** Source: proc_pid_stat(5); fields counted from `state`, which is the third there. */
export function parseStat(text: string): ProcessStat {
  const fields = statFields(text)
  return {
    state: fields[0] ?? '',
    parentPid: Number(fields[1]),
    cpuTicks: Number(fields[11]) + Number(fields[12]),
    threads: Number(fields[17]),
    startTicks: fields[19] ?? '',
    residentPages: Number(fields[21]),
  }
}
