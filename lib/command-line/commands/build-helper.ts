/** `hearth build-helper`: builds the image that helper containers run. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Config } from '../../config.ts'
import { Problem } from '../../errors.ts'
import { buildHelperImage } from '../../helper/image/build-image.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import type { CommandStreams } from '../streams.ts'

export const buildHelperUsage = `hearth build-helper [--base IMAGE] [--name REFERENCE]

Builds the image of helper containers from this checkout, on the Docker engine that DOCKER_HOST names. The base needs perf
and bpftrace, or must be a Debian or Ubuntu whose packages can be reached.

  --base=IMAGE      the image to build on; default: that of .config/docker/helper.Dockerfile
  --name=REFERENCE  the name of the result; default: HEARTH_HELPER_IMAGE, else hearth-helper:latest
`

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Gives the exit code. Without async-profiler's library the image has no async-profiler.
 *
 * Throws: Problem `invalid-request`, `helper-image-failed`, `docker-unreachable`.
 */
export async function buildHelper(args: readonly string[], config: Config, streams: CommandStreams): Promise<number> {
  const options = { base: { type: 'string' }, name: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (positionals.length > 0) throw new Problem('invalid-request', { what: 'build-helper takes no names' })
  const reference = values.name ?? config.helperImage
  const isNew = await buildHelperImage({
    checkout,
    dockerHost: config.dockerHost,
    reference,
    base: values.base,
    asyncProfiler: findAsyncProfiler(config)?.contents ?? null,
    report: (step) => void streams.stderr.write(`${step}\n`),
  })
  streams.stdout.write(isNew ? `${reference} is ready.\n` : `${reference} is up to date.\n`)
  return 0
}
