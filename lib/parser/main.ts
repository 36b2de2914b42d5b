/**
 * The parser: a process that reads what containers and uploads wrote, so that a mistake in a reader ends that process
 * alone. Its argument: the user id to become where it is root; without it, it ends at once. stdin: one line with a
 * ParserJob as JSON, then the recording. stdout: frames of encoded profiles. Descriptors 3, 4 ...: the symbol maps of
 * the job, in order. On failure: one line with a Problem as JSON on stderr.
 */
import { serveJob } from './serve-job.ts'

await serveJob(process.argv[2])
