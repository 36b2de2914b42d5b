/** What an engine recorded, sent to the collector: the bytes of each part and of its symbol maps. */
import { join, resolve } from 'node:path'
import type { CleanupRecord, RawPart } from '../../capture/engine.ts'
import { Problem } from '../../errors.ts'
import { findTool, startCommand } from '../../host/command/run-command.ts'
import type { FrameWriter } from '../frames.ts'
import type { SentCleanupRecord, SentPart } from '../protocol.ts'

export interface PartSenderOptions {
  readonly directory: string
  /** Of a command part. */
  readonly seconds: number
}

const withoutRights = join(import.meta.dirname, 'without-capabilities.ts')

export function createPartSender(writer: FrameWriter, { directory, seconds }: PartSenderOptions) {
  /** A map belongs to several parts, and to the live picture before. */
  const sent = new Map<string, number>()

  async function sendOnce(name: string): Promise<number> {
    const path = resolve(directory, name)
    const sentFile = sent.get(path)
    if (sentFile !== undefined) return sentFile
    const file = await writer.sendFile(path)
    sent.set(path, file)
    return file
  }

  async function sendPart({ source, job }: RawPart, signal: AbortSignal): Promise<SentPart> {
    const file = source.kind === 'file' ? await sendFresh(source.name) : await sendOutput(source.command, signal)
    const maps: number[] = []
    for (const { path } of job.javaMaps) maps.push(await sendOnce(path))
    return { file, job, maps }
  }

  /** A live picture may be written again under its old name. */
  const sendFresh = (name: string) => writer.sendFile(resolve(directory, name))

  /** It reads what the container wrote, so it gets none of our rights. */
  async function sendOutput(command: readonly string[], signal: AbortSignal): Promise<number> {
    const [tool, ...args] = command
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', withoutRights]
    const child = startCommand(node[0]!, [...node.slice(1), findTool(tool!), ...args], {
      cwd: directory,
      timeoutMs: seconds * 1000,
      signal,
    })
    child.stdin.end()
    try {
      const file = await writer.sendStream(child.stdout as AsyncIterable<Buffer>)
      const { exitCode, timedOut, stderr } = await child.ended
      signal.throwIfAborted()
      if (timedOut) throw new Problem('parser-limit', { limit: 'time' })
      if (exitCode !== 0) throw new Problem('tool-failed', { tool: tool!, exitCode, stderr: stderr.slice(-2000) })
      return file
    } finally {
      await child.stop('SIGTERM', 1000)
    }
  }

  return {
    async send(parts: readonly RawPart[], signal: AbortSignal): Promise<SentPart[]> {
      const all: SentPart[] = []
      for (const part of parts) all.push(await sendPart(part, signal))
      return all
    },
    /** As the collector counts PIDs; copies of files that are to be put back are sent before. */
    async translate(
      records: readonly CleanupRecord[],
      helperPid: number,
      collectorPid: number,
    ): Promise<SentCleanupRecord[]> {
      const all: SentCleanupRecord[] = []
      for (const record of records) {
        // Processes of the helper end with it, and of others' PIDs the collector knows nothing.
        if (record.kind === 'process' || record.hostPid !== helperPid) continue
        const hostPid = collectorPid
        if (record.kind !== 'container-file') all.push({ ...record, hostPid })
        else if (record.before === null) all.push({ ...record, hostPid, before: null })
        else {
          const copy = await sendOnce(record.before.copy)
          all.push({ ...record, hostPid, before: { ...record.before, copy } })
        }
      }
      return all
    },
  }
}
