/**
 * One dump as JSON, as `jcmd PID Thread.dump_to_file -format=json` writes it, virtual threads included: a sample of
 * every thread that has Java frames.
 *
 *     {"threadDump": {"threadContainers": [{"container": "<root>", "threads": [
 *       {"tid": "3", "name": "main", "stack": ["java.base/java.lang.Thread.sleep(Thread.java:540)", "shop.Main.main(Main.java:3)"]}]}]}}
 *
 * Source: ThreadDumper of JDK 21 and 25; a `tid` may be a number.
 */
import { noTime } from '../../profile/model/profile-builder.ts'
import { type JsonShape, membersOf, parseJsonStream } from '../json/json-stream.ts'
import { isRecord, textOr } from '../json/json-values.ts'
import type { ReaderResult, ReaderOptions } from '../reading/import.ts'
import { createThreadSamples } from './thread-samples.ts'

/** Keeps: reads a file that was cut up to the cut; skips threads without Java frames, and frames that are none. */
export async function readThreadDumpJson(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const samples = createThreadSamples()
  const { warnings } = samples
  const addThread = (thread: unknown): void => {
    if (!isRecord(thread) || !Array.isArray(thread['stack'])) return
    const { tid, name, stack } = thread
    const methods = (stack as readonly unknown[]).flatMap((frame) => {
      const method = /^(\S[^()]*)\(/.exec(textOr(frame, ''))?.[1]
      if (method === undefined) warnings.addCount('frames-missing')
      return method ?? []
    })
    samples.add(samples.thread(textOr(name, ''), Number(tid)), methods, noTime)
  }
  const threads: JsonShape = { items: () => ({ value: addThread }) }
  const containers: JsonShape = { items: () => ({ members: membersOf({ threads }) }) }
  const threadDump: JsonShape = { members: membersOf({ threadContainers: containers }) }
  warnings.addJsonEnd(await parseJsonStream(chunks, { members: membersOf({ threadDump }) }))
  return samples.finish(null, provenance)
}
