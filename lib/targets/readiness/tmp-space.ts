/** What each engine puts into a JVM's /tmp, and whether it fits there: full, it would fail the service too. */
import { Problem } from '../../errors.ts'
import type { TmpShortage } from '../../errors/remedies.ts'
import { createFinding } from '../../findings.ts'
import { readTmpFreeBytes } from '../../host/container-files/tmp-directory.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { Check } from './common.ts'

type TmpUse = TmpShortage['use']

/** Units: bytes of a recording, which may take a quarter of what is free. */
export const smallestRecording = { 'async-profiler': 2 ** 21, jfr: 2 ** 22 } as const
/** Bytes in /tmp for async-profiler's library. */
const libraryBytes = 2 ** 20

/** Units: bytes that must be free. The symbol map of a small service has some 100 KiB, of a large one some MiB. */
const neededBytes: Readonly<Record<TmpUse, number>> = {
  'async-profiler': 4 * smallestRecording['async-profiler'] + libraryBytes,
  jfr: 4 * smallestRecording.jfr,
  map: 2 ** 20,
}

export function tmpSpaceCheck(use: TmpUse): Check {
  return ({ tmpFreeBytes }) => {
    if (tmpFreeBytes === null || tmpFreeBytes >= neededBytes[use]) return null
    const facts = { use, freeBytes: tmpFreeBytes, neededBytes: neededBytes[use] }
    return createFinding('tmp-too-small', facts, `statfs /tmp: ${tmpFreeBytes} bytes available`)
  }
}

/** Before anything is placed. Throws: Problem `tmp-too-small`, `target-gone`, `no-permission`. */
export function assertTmpSpace(p: PinnedProcess, use: TmpUse): void {
  const freeBytes = readTmpFreeBytes(p)
  if (freeBytes === null || freeBytes >= neededBytes[use]) return
  throw new Problem('tmp-too-small', { target: p.label, use, freeBytes, neededBytes: neededBytes[use] })
}
