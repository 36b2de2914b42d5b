/** Reads and sets the names (`name:tag`) of images of a Docker engine. */
import { z } from 'zod'
import { connectDocker, usualDockerHost } from './connection.ts'
import { translateDocker } from './docker-problem.ts'

/** How long an answer of Docker about images may take. */
const imageAnswerTimeoutMs = 10_000

const imagesSchema = z.array(z.object({ Id: z.string(), RepoTags: z.array(z.string()).nullish() }))

/**
 * Gives the id of each `name:tag` of the images with `label` (`name=value`). Throws: Problem `docker-unreachable`.
 */
export async function listImageTags(dockerHost: string | undefined, label: string): Promise<Map<string, string>> {
  return await onEngine(dockerHost, async (engine) => {
    const options = { filters: { label: [label] }, abortSignal: limitAnswer() }
    const images = imagesSchema.parse(await engine.listImages(options))
    return new Map(images.flatMap(({ Id, RepoTags }) => (RepoTags ?? []).map((name): [string, string] => [name, Id])))
  })
}

/**
 * Gives each name, a `name:tag` of `listImageTags`, to the image with its id; another image that has the name loses it.
 * Throws: Problem `docker-unreachable`, where an image was removed, too.
 */
export async function tagImages(dockerHost: string | undefined, idByName: ReadonlyMap<string, string>): Promise<void> {
  await onEngine(dockerHost, async (engine) => {
    for (const [name, id] of idByName) {
      const [, repo, tag] = /^(.+):([^:/]+)$/.exec(name) as unknown as [string, string, string]
      await engine.getImage(id).tag({ repo, tag, abortSignal: limitAnswer() })
    }
  })
}

/** Aborts one request whose answer takes too long. */
const limitAnswer = () => AbortSignal.timeout(imageAnswerTimeoutMs)

async function onEngine<Value>(
  dockerHost: string | undefined,
  use: (engine: ReturnType<typeof connectDocker>) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(connectDocker(dockerHost))
  } catch (error) {
    throw translateDocker(error, dockerHost ?? usualDockerHost, imageAnswerTimeoutMs)
  }
}
