/** `docker build` by the API, so that it works wherever the engine is and needs no client. */
import { startCommand } from '../command/run-command.ts'
import { Problem } from '../../errors.ts'
import { connectDocker } from './connection.ts'

/** Characters of Docker's message that the failure of an image's build repeats. */
const mostBuildErrorChars = 500

export interface DockerBuild {
  readonly dockerHost: string | undefined
  /** A directory with a Dockerfile. */
  readonly context: string
  /** `hearth-helper:latest`. */
  readonly reference: string
  /** Network of the steps that fetch something; the engine's usual one if not given. */
  readonly network?: string | undefined
  readonly buildArguments: Readonly<Record<string, string>>
  readonly report: (line: string) => void
}

/** Builds an image. Throws: Problem `helper-image-failed`. */
export async function buildDockerImage(build: DockerBuild): Promise<void> {
  const { dockerHost, context, reference, network, buildArguments, report } = build
  const engine = connectDocker(dockerHost)
  const tar = startCommand('tar', ['--numeric-owner', '--owner=0', '--group=0', '-c', '-C', context, '.'])
  try {
    const options = { t: reference, buildargs: { ...buildArguments }, rm: true, forcerm: true, networkmode: network }
    const progress = await engine.buildImage(tar.stdout, options)
    await new Promise<void>((resolve, reject) =>
      engine.modem.followProgress(
        progress,
        (error: Error | null, steps: readonly { error?: string }[]) => {
          const failed = error?.message ?? steps.find(({ error }) => error !== undefined)?.error
          if (failed === undefined) resolve()
          else reject(new Error(failed))
        },
        ({ stream }: { stream?: string }) => stream?.trim() && report(stream.trim()),
      ),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().slice(0, mostBuildErrorChars) : String(error)
    throw new Problem('helper-image-failed', { reason }, { cause: error })
  } finally {
    await tar.stop('SIGTERM', 1000)
  }
}
