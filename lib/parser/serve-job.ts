/**
 * The work of the parser. main.ts runs it from the sources, bundled-main.ts from the script that the build makes of
 * this file.
 */
import fs from 'node:fs'
// `import type`, not `import { type }`: the latter would load the file, and zod with it, which this child may not read.
import type { ParserJob } from '../contract/parser-job.ts'
import { isProblem, Problem } from '../errors.ts'
import { loadAllReaders } from '../formats/readers.ts'
import { readStart } from '../host/kernel/open-file.ts'
import { encodeProfile } from '../profile/encoding/encode.ts'
import { encodeParsedProfile } from './output-frames.ts'
import { parseRecording } from './parse-recording.ts'
import { splitJob } from './split-job.ts'

/**
 * Does the one job of this process. `uid`: the user to become where it was started as root. Without one it ends at
 * once: so `trial` of parser-command.ts finds out whether a confinement works here.
 */
export async function serveJob(uid: string | undefined): Promise<void> {
  if (uid === undefined) return
  try {
    await giveUpRoot(Number(uid))
    // Without waiting for a drain, which would save nothing: all profiles are in memory by then.
    await parseJob(process.stdin, (piece) => void process.stdout.write(piece))
  } catch (error) {
    const problem = isProblem(error) ? error : explain(error)
    // One line, and the exit code 1: run-parser.ts reads them.
    process.stderr.write(`${JSON.stringify(problem)}\n`)
    process.exitCode = 1
  }
}

/**
 * Reads a line with a ParserJob as JSON and the recording behind it, and writes the encoded profiles as
 * output-frames.ts says. Throws: as parseRecording.
 */
export async function parseJob(input: AsyncIterable<Uint8Array>, write: (piece: Uint8Array) => void): Promise<void> {
  const { line, rest } = await splitJob(input)
  // The parent checked it against the schema; checking again would cost this child the whole of zod.
  const job = JSON.parse(line) as ParserJob
  // The parent has opened the maps, in this order, from descriptor 3 on.
  const maps = job.javaMaps.map(({ atMs }, index) => ({
    atMs,
    bytes: readStart(3 + index, fs.fstatSync(3 + index).size),
  }))
  for (const profile of await parseRecording(job, maps, rest)) {
    const { provenance, samples } = profile
    const parsed = {
      event: provenance.event,
      samples: samples.length,
      bytes: encodeProfile(profile),
    }
    for (const piece of encodeParsedProfile(parsed)) write(piece)
  }
}

/**
 * Does nothing where the process is not root. Else it loads all code, which may be where only root can read (/root, a
 * private home), and then gives root up, before the first byte of the input is read. The number of the group is that of
 * the user.
 */
async function giveUpRoot(uid: number): Promise<void> {
  if (process.getuid?.() !== 0) return
  if (!(uid > 0)) throw new Problem('parser-failed', { reason: 'it has no user to run as' })
  await loadAllReaders()
  process.setgroups?.([])
  process.setgid?.(uid)
  process.setuid?.(uid)
  if (process.getuid() === 0) throw new Problem('parser-failed', { reason: 'it could not give up root' })
}

/**
 * Source: messages of V8's RangeErrors, `Array buffer allocation failed`, `Invalid typed array length: 3`, `Invalid
 * array length`.
 */
function explain(error: unknown): Problem {
  const isOutOfMemory =
    error instanceof RangeError && /allocation failed|Invalid (typed )?array length/i.test(error.message)
  if (isOutOfMemory) return new Problem('parser-limit', { limit: 'memory' })
  return new Problem('parser-failed', {
    reason: error instanceof Error ? error.message : String(error),
  })
}
