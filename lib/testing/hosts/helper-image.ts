/** The helper image for tests, on a Debian that is made here: nothing is pulled. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Docker from 'dockerode'
import { ensureDebianBase } from '../../../examples/images/debian-base.ts'
import { withLock } from '../../../examples/images/cache.ts'
import { buildHelperImage } from '../../helper/image/build-image.ts'
import { asyncProfilerForTests } from './async-profiler.ts'
import { areImagesMade } from './containers.ts'

const base = 'hearth-test/base:latest'

/** Makes it when something that goes into it has changed, a minute the first time, and gives its reference. */
export async function ensureHelperImage(): Promise<string> {
  const reference = 'hearth-test/helper:latest'
  if (areImagesMade) return reference
  const report = (line: string): void => void process.stderr.write(`${line}\n`)
  await ensureDebianBase(new Docker(), base, report)
  const asyncProfiler = readFileSync(await asyncProfilerForTests())
  const checkout = join(import.meta.dirname, '..', '..', '..')
  await withLock('image-helper', () =>
    buildHelperImage({
      checkout,
      dockerHost: process.env['DOCKER_HOST'],
      reference,
      base,
      network: 'host', // works where the engine has no bridge, too
      asyncProfiler,
      report,
    }),
  )
  return reference
}
