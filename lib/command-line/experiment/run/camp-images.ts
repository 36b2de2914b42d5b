/** Images of a configuration that CAMP left: built by the script beside them. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageLabel } from '../../../experiment/run/rewrite-compose.ts'
import { findTool } from '../../../host/command/run-command.ts'
import { listImageTags, tagImages } from '../../../host/docker/image-tags.ts'
import { isFile } from '../../paths.ts'
import { untilAborted } from './run-context.ts'
import { RunFailed } from './run-failed.ts'
import { startProgram } from './start-program.ts'

/** CAMP's script may build the images of a configuration for so long, a timeout; then the run fails. */
const buildSeconds = 3600
const script = 'build_images.sh'

/** The docker that the script finds: what it builds has our label, so that it can be found and removed. */
const labellingDocker = `#!/bin/sh
[ "$1" = build ] || exec "$HEARTH_DOCKER" "$@"
shift
exec "$HEARTH_DOCKER" build --label "$HEARTH_IMAGE_LABEL" "$@"
`

interface CampImagesOptions {
  /** Directory of the configuration. */
  readonly directory: string
  /** The value of `imageLabel`. */
  readonly owner: string
  readonly dockerHost: string | undefined
  readonly lock: number
}

/**
 * Builds them the first time. Images of several configurations have the same names, so each run gives them to its own.
 *
 * Throws: RunFailed `start-failed`; the reason of `signal`; Problem `tool-missing`, `docker-unreachable`.
 */
export type ProvideImages = (runDirectory: string, signal: AbortSignal) => Promise<void>

/** Creates the builder of CAMP's images; null where nothing is to be built. */
export function createCampImages({ directory, owner, dockerHost, lock }: CampImagesOptions): ProvideImages | null {
  const images = join(directory, 'images')
  if (!isFile(join(images, script))) return null
  const label = `${imageLabel}=${owner}`
  let built: Promise<ReadonlyMap<string, string>> | null = null
  const build = async (runDirectory: string, signal: AbortSignal) => {
    const tools = fs.mkdtempSync(join(tmpdir(), 'hearth-docker-'))
    try {
      fs.writeFileSync(join(tools, 'docker'), labellingDocker, { mode: 0o755 })
      const env = { PATH: `${tools}:${process.env['PATH'] ?? ''}`, HEARTH_DOCKER: findTool('docker') }
      const { ended, stop } = startProgram(['bash', script, '--build'], {
        ...{ cwd: images, env: { ...env, HEARTH_IMAGE_LABEL: label }, seconds: buildSeconds, lock },
        output: join(runDirectory, 'images.log'),
        errors: join(runDirectory, 'images.stderr.log'),
      })
      const { exitCode, stderr } = await untilAborted(ended, signal, stop)
      if (exitCode !== 0)
        throw new RunFailed('start-failed', `${script} failed: ${stderr.trim().split('\n').at(-1) ?? ''}`)
    } finally {
      fs.rmSync(tools, { recursive: true })
    }
    const all = await listImageTags(dockerHost, label)
    return new Map([...all].filter(([name]) => name.startsWith('camp-')))
  }
  return async (runDirectory, signal) => {
    built ??= build(runDirectory, signal)
    await tagImages(dockerHost, await built)
  }
}
