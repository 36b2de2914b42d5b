/** Names of images that a program of ours had built. */
import { z } from 'zod'
import { connectDocker, usualDockerHost } from './connection.ts'
import { translateDocker } from './docker-problem.ts'

/** How long an answer of Docker about images may take. */
const imageAnswerTimeoutMs = 10_000

const imagesSchema = z.array(z.object({ Id: z.string(), RepoTags: z.array(z.string()).nullish() }))

/** Id by `name:tag`, of images with this label (`name=value`). Throws: Problem `docker-unreachable`. */
export async function listImageTags(dockerHost: string | undefined, label: string): Promise<Map<string, string>> {
  return await onEngine(dockerHost, async (engine, abortSignal) => {
    const images = imagesSchema.parse(await engine.listImages({ filters: { label: [label] }, abortSignal }))
    return new Map(images.flatMap(({ Id, RepoTags }) => (RepoTags ?? []).map((name): [string, string] => [name, Id])))
  })
}

/** Lets each name mean this image. Throws: Problem `docker-unreachable`. */
export async function tagImages(dockerHost: string | undefined, idByName: ReadonlyMap<string, string>): Promise<void> {
  await onEngine(dockerHost, async (engine, abortSignal) => {
    for (const [name, id] of idByName) {
      const [, repo, tag] = /^(.+):([^:/]+)$/.exec(name) as unknown as [string, string, string]
      await engine.getImage(id).tag({ repo, tag, abortSignal })
    }
  })
}

async function onEngine<Value>(
  dockerHost: string | undefined,
  use: (engine: ReturnType<typeof connectDocker>, abortSignal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(connectDocker(dockerHost), AbortSignal.timeout(imageAnswerTimeoutMs))
  } catch (error) {
    throw translateDocker(error, dockerHost ?? usualDockerHost, imageAnswerTimeoutMs)
  }
}
