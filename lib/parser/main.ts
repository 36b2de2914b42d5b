/**
 * The parser: a child that reads what containers and uploads wrote, so that a mistake in a reader costs a dead child
 * and not a host. stdin: one line with a ParserJob as JSON, then the recording. stdout: frames of encoded profiles.
 * Descriptors 3, 4 ...: the symbol maps of the job, in order. On failure: one line with a Problem as JSON on stderr.
 */
import { serveJob } from './serve-job.ts'

await serveJob(process.argv[2])
