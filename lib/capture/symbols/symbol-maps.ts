/**
 * Has a JVM write its symbol map and takes it away: a list of where each compiled method lies at that moment.
 *
 * HotSpot writes it to /tmp/perf-<namespacePid>.map in its own container (from JDK 22 on to a file we name) and reports
 * success even when it could not; so no file is there before, and a file that is there after is one it wrote just now.
 */
import fs from 'node:fs'
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { isProblem, Problem, unlessProblem } from '../../errors.ts'
import {
  copyContainerFile,
  createContainerFile,
  removeContainerFile,
} from '../../host/container-files/container-file.ts'
import { pinDirectory } from '../../host/container-files/open-directory.ts'
import { closing } from '../../host/kernel/open-file.ts'
import { locateInTmp } from '../../host/container-files/tmp-directory.ts'
import { lock } from '../../host/attach/mutex.ts'
import { type PinnedProcess, pinProcess } from '../../host/process/pinned-process.ts'
import { largestPerfMapBytes } from '../../jvm/perf-map.ts'
import { formatBytes } from '../../profile/format/units.ts'
import { mapFileNameVersion, perfMapVersion } from '../../targets/readiness/perf.ts'
import { assertTmpSpace } from '../../targets/readiness/tmp-space.ts'
import { limitCopyBytes } from '../disk-space.ts'
import type { CleanupRecord, LateFile, SavedFile } from '../cleanup-record-schema.ts'
import { hasAnsweredSince, type JvmSession } from '../jvm/jvm-session.ts'
import { agentPathInContainer, loadPerfMapAgent } from './perf-map-agent.ts'

/** Bytes of all symbol maps of a capture. */
const maxSymbolMapBytes = 512 * 2 ** 20

/**
 * Maps that a JVM was asked for and has not written, by the location of the file: that of a JVM in another container
 * may be the same.
 */
const lateMaps = new Map<string, LateFile & { readonly label: string }>()

export type SymbolMaps = Awaited<ReturnType<typeof openSymbolMaps>>

export interface SymbolMapCopy {
  readonly path: string
  readonly clockSeconds: number
  readonly bytes: number
}

export interface SymbolMapOptions {
  /** Where the copies go. */
  readonly directory: string
  /** perf-map-agent's library on this host, for JDK 8 to 16. */
  readonly perfMapAgent: string | undefined
  /** Makes names that cannot be guessed. */
  readonly captureId: string
}

/** Opens the symbol maps of a JVM. Throws: Problem `perf-map-missing` when it has no way to write one. */
export async function openSymbolMaps(jvm: JvmSession, options: SymbolMapOptions, signal: AbortSignal) {
  const { process, status, label } = jvm
  const { feature } = await jvm.version(signal)
  const writes = feature >= perfMapVersion || (await supportsPerfMap(jvm, signal))
  const agent = writes ? null : options.perfMapAgent
  if (agent === undefined) {
    throw new Problem('perf-map-missing', { target: label, reason: `JDK ${feature} cannot write one by itself` })
  }
  const takesFileName = writes && feature >= mapFileNameVersion
  const name = takesFileName ? `.hearth-${options.captureId}.map` : `perf-${status.namespacePid}.map`
  const path = `/tmp/${name}`
  const location = locateInTmp(process, name)
  const { hostPid, startTicks } = process
  let count = 0
  let bytes = 0
  const limits = () => ({
    maxBytes: limitCopyBytes(options.directory, Math.min(largestPerfMapBytes, maxSymbolMapBytes - bytes)),
    ownerUid: status.uid,
  })
  let saved: SavedFile | null = null
  /**
   * A map that was asked for and did not come, where there was none of another program: the JVM may write it at any
   * time.
   */
  let late: LateFile | null = null

  /** Refuses a file that the JVM would block on or write through; keeps a copy of a map that another program made. */
  const save = (): SavedFile | null => {
    const copy = join(options.directory, `before-${hostPid}-${count}.map`)
    // Owner and mode of the very file that was copied: another look could meet another file, with other rights.
    const stat = copyContainerFile(process, path, copy, limits())
    if (stat === null) return null
    bytes += stat.bytes
    return { copy, uid: stat.uid, gid: stat.gid, mode: stat.mode & 0o777 }
  }

  /** Throws where another JVM still owes a map at this location, which would be taken for ours. */
  const refuseWhereLate = () => {
    const other = lateMaps.get(location)
    if (other === undefined || other.hostPid === hostPid) return
    if (!hasAnsweredSince(other, other.askedAt) && isThere(other)) {
      const reason = 'that one has not written its symbol map yet'
      throw new Problem('tmp-shared', { target: label, other: other.label, reason })
    }
    lateMaps.delete(location)
  }

  return {
    /** From before `prepare` to after `take`: no other capture may ask for a map there. Throws: the signal's reason. */
    lock: (signal: AbortSignal) => lock(location, signal),
    /**
     * Saves a file that is in the way; gives cleanup records of all that `take` would leave if our death cut it off.
     *
     * Throws: Problem `tmp-too-small`, `tmp-shared`, `unsafe-file`, `target-gone`.
     */
    async prepare(): Promise<CleanupRecord[]> {
      refuseWhereLate()
      if (late !== null) removeContainerFile(process, path)
      assertTmpSpace(process, 'map')
      saved = save()
      const map: CleanupRecord = { kind: 'container-file', hostPid, startTicks, path, before: saved }
      late ??= saved === null ? { kind: 'late-file', hostPid, startTicks, path, askedAt: Date.now() } : null
      const maps = late === null ? [map] : [map, late]
      if (agent === null) return maps
      return [
        ...maps,
        { kind: 'container-file', hostPid, startTicks, path: await agentPathInContainer(agent), before: null },
      ]
    },
    /**
     * Gives the path of our own copy, and CLOCK_MONOTONIC seconds of the moment it tells of. Each takes a `prepare`.
     *
     * Throws: Problem `perf-map-missing`, `unsafe-file`; as attaching does; the signal's reason.
     */
    async take(timeoutMs: number, signal: AbortSignal): Promise<SymbolMapCopy> {
      const copy = join(options.directory, `symbols-${hostPid}-${count++}.map`)
      using tmp = pinDirectory(process, '/tmp')
      let isAnswered = false
      try {
        if (saved) removeContainerFile(process, path)
        const clockSeconds = Number(globalThis.process.hrtime.bigint()) / 1e9
        if (agent !== null) await loadPerfMapAgent(jvm, agent, signal)
        else await jvm.diagnose(['Compiler.perfmap', ...(takesFileName ? [path] : [])], { timeoutMs, signal })
        isAnswered = true
        const copied = copyContainerFile(process, path, copy, limits())
        const fault = copied === null ? 'was not made' : findMapFault(copy, copied.bytes)
        if (copied === null || fault !== null) {
          throw new Problem('perf-map-missing', { target: label, reason: `${path} ${fault}` })
        }
        bytes += copied.bytes
        return { path: copy, clockSeconds, bytes: copied.bytes }
      } catch (error) {
        isAnswered ||= isProblem(error) && error.code === 'attach-failed'
        throw error
      } finally {
        // It answers requests in their order: an answer ends those before it, too.
        if (isAnswered) late = null
        if (late === null) lateMaps.delete(location)
        else lateMaps.set(location, { ...late, label })
        tmp?.remove(name)
        if (saved) restoreFile(process, path, saved)
      }
    },
    /** Maps that may still come; empty once the JVM has answered. */
    late: (): LateFile[] => (late === null ? [] : [late]),
    /** Removes our copy of a map that is no longer needed, so that its bytes are free for others. */
    drop(map: SymbolMapCopy) {
      ownFiles.rmSync(map.path, { force: true })
      bytes -= map.bytes
    },
  }
}

/**
 * HotSpot writes on where its disk is full, without a word: then the last line has no end. null when the map is whole.
 */
function findMapFault(copy: string, bytes: number): string | null {
  if (bytes === 0) return 'is empty; its disk may be full'
  using file = closing(ownFiles.openSync(copy, 'r'))
  const last = Buffer.alloc(1)
  fs.readSync(file.fd, last, 0, 1, bytes - 1)
  return last.toString() === '\n' ? null : `was cut after ${formatBytes(bytes)}; its disk may be full`
}

function isThere({ hostPid, startTicks }: LateFile): boolean {
  return unlessProblem(() => {
    using process = pinProcess(hostPid)
    return process.startTicks === startTicks
  }, false)
}

/** Puts back the file that was there before. Throws: as `createContainerFile`. */
export function restoreFile(p: PinnedProcess, path: string, { copy, uid, gid, mode }: SavedFile): void {
  createContainerFile(p, path, { uid, gid, mode, contents: ownFiles.readFileSync(copy) })
}

/** Some vendors' JDK 8 and 11 have it too, so the version does not decide. */
async function supportsPerfMap(jvm: JvmSession, signal: AbortSignal): Promise<boolean> {
  const help = await jvm.diagnose(['help'], { signal })
  return /^Compiler\.perfmap\s*$/m.test(help)
}
