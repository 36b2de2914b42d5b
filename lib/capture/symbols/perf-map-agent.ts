/**
 * Loads perf-map-agent into JDK 8 to 16, which cannot write their symbol map themselves. Hearth does not ship the
 * library: HEARTH_PERF_MAP_AGENT names one.
 */
import { createHash } from 'node:crypto'
import { hostFiles } from '../../host/kernel/named-files.ts'
import { Problem } from '../../errors.ts'
import {
  createContainerFile,
  readContainerFile,
  removeContainerFile,
} from '../../host/container-files/container-file.ts'
import { whyTmpNotWritable } from '../../host/container-files/tmp-directory.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'

/** A larger library in HEARTH_PERF_MAP_AGENT is refused (`unsafe-file`). */
const maxMapAgentBytes = 8 * 2 ** 20

/** Where a library with these contents lies in the container while it is loaded. */
export async function agentPathInContainer(library: string): Promise<string> {
  // Another content, another name: a loaded library stays mapped for the JVM's life, and writing over it kills the JVM.
  const hash = createHash('sha256')
    .update(await hostFiles.promises.readFile(library))
    .digest('hex')
  return `/tmp/.hearth-perf-map-agent-${hash.slice(0, 16)}.so`
}

/**
 * Has the agent write /tmp/perf-<namespacePid>.map, which must not be there.
 *
 * The agent ends the whole JVM by exit(0) when it cannot open that file, so all that could prevent it is checked
 * right before. The same path for the same content lets the JVM find the library it already has.
 *
 * It also closes that file without a lock, while HotSpot's service thread may still report a compiled method to it
 * (src/c/perf-map-agent.c of jvm-profiling-tools/perf-map-agent): rarely, the JVM aborts. The doctor has a note of it.
 *
 * Throws: Problem `invalid-config`, `tmp-not-writable`, `unsafe-file`, `attach-failed`.
 */
export async function loadPerfMapAgent(jvm: JvmSession, library: string, signal: AbortSignal): Promise<void> {
  const { process, status, label } = jvm
  const contents = await hostFiles.promises.readFile(library)
  const path = await agentPathInContainer(library)
  if (contents.length > maxMapAgentBytes)
    throw new Problem('invalid-config', {
      problems: [`HEARTH_PERF_MAP_AGENT names ${library}, which is no perf-map-agent: it is too large`],
    })
  const reason = whyTmpNotWritable(process, status)
  if (reason !== null) throw new Problem('tmp-not-writable', { target: label, reason })

  const there = readContainerFile(process, path, { maxBytes: maxMapAgentBytes, ownerUid: status.uid })
  if (there !== null && !there.equals(contents))
    throw new Problem('unsafe-file', { path, reason: 'it is not our agent' })
  if (there === null) createContainerFile(process, path, { mode: 0o555, uid: status.uid, gid: status.gid, contents })
  try {
    await jvm.loadAgent(path, '', signal)
  } finally {
    removeContainerFile(process, path)
  }
}
