/** Makes the image for helper containers, when what goes into it has changed. */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostFiles } from '../../host/kernel/named-files.ts'
import { createDockerHelpers } from '../../host/docker/helper-container.ts'
import { buildDockerImage } from '../../host/docker/image-build.ts'
import { codeContext, type ImageContext, toolsContext } from './image-context.ts'

export interface BuildOptions {
  readonly checkout: string
  /** As in DOCKER_HOST. */
  readonly dockerHost: string | undefined
  /** What helpers are started from: `hearth-helper:latest`. */
  readonly reference: string
  /** A Debian or Ubuntu image; the Dockerfile's own without one. */
  readonly base?: string | undefined
  /** As in `docker build --network`. */
  readonly network?: string | undefined
  /** Its library; null to do without. */
  readonly asyncProfiler: Uint8Array | null
  /** What the engine says while it builds. */
  readonly report: (line: string) => void
}

export const contentsLabel = 'hearth.helper.contents'

/**
 * Gives true when it was made, false when the engine has the very same one already.
 *
 * Throws: Problem `helper-image-failed`, `docker-unreachable`.
 */
export async function buildHelperImage(options: BuildOptions): Promise<boolean> {
  const { checkout, dockerHost, reference, base, network, asyncProfiler, report } = options
  const docker = createDockerHelpers(dockerHost)
  const { architecture } = await docker.daemon()
  const tools = toolsContext({ checkout, architecture, asyncProfiler })
  const code = codeContext(checkout)
  const baseId = base === undefined ? '' : ((await docker.image(base))?.id ?? base)
  const toolsContents = `${tools.hash} ${baseId}`.trim()
  const contents = `${code.hash} ${toolsContents}`
  if ((await docker.image(reference))?.labels[contentsLabel] === contents) return false
  // Engines cache the steps of a build, but only after all of it was sent to them: Node alone has 120 MB.
  const toolsReference = `${reference.replace(/:[^/:]*$/, '')}-tools:${shortHash(toolsContents)}`
  if ((await docker.image(toolsReference)) === null) {
    await build(tools, toolsReference, base === undefined ? {} : { BASE: base })
  }
  await build(code, reference, { TOOLS: toolsReference, CONTENTS: contents })
  return true

  async function build(context: ImageContext, name: string, buildArguments: Record<string, string>): Promise<void> {
    const directory = await hostFiles.promises.mkdtemp(join(tmpdir(), 'hearth-helper-image-'))
    try {
      await context.fill(directory)
      await buildDockerImage({ dockerHost, context: directory, reference: name, network, buildArguments, report })
    } finally {
      await hostFiles.promises.rm(directory, { recursive: true, force: true })
    }
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
