import { spawn } from 'node:child_process'
import type Docker from 'dockerode'

export interface ImageSettings {
  /** `repository:tag`. */
  readonly reference: string
  /** What the image was made from; kept as a label, so that the same contents are never imported twice. */
  readonly contents: string
  readonly user: string
  readonly entrypoint: readonly string[]
  readonly path: string
}

const contentsLabel = 'hearth.contents'

export async function hasImage(docker: Docker, reference: string, contents: string): Promise<boolean> {
  try {
    const image = await docker.getImage(reference).inspect()
    return image.Config.Labels?.[contentsLabel] === contents
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return false
    throw error
  }
}

/** Makes an image of one layer out of directories: what `docker import` does, nothing is pulled. */
export async function importImage(docker: Docker, settings: ImageSettings, tarArguments: string[]): Promise<void> {
  const tar = spawn('tar', ['--numeric-owner', '-c', ...tarArguments], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with exit code ${code}`))))
  })
  const [repo, tag] = settings.reference.split(':')
  const imported = docker.importImage(tar.stdout, {
    repo,
    tag,
    changes: [
      `LABEL ${contentsLabel}=${settings.contents}`,
      `USER ${settings.user}`,
      `ENV PATH=${settings.path}`,
      `ENTRYPOINT ${JSON.stringify(settings.entrypoint)}`,
    ],
  })
  const [progress] = await Promise.all([imported, ended])
  await new Promise<void>((resolve, reject) =>
    docker.modem.followProgress(progress, (error: Error | null) => (error ? reject(error) : resolve())),
  )
}
