/** Removes containers, networks, volumes and images by a label: those of a program that may have been killed. */
import { setTimeout as delay } from 'node:timers/promises'
import type Dockerode from 'dockerode'
import { Problem } from '../../errors.ts'
import { connectDocker, usualDockerHost } from './connection.ts'
import { statusOf, translateDocker } from './docker-problem.ts'
import { shortDockerId } from '../../profile/names/short-names.ts'

/** Labels, each as `name=value`. */
interface LabelsOfRemoved {
  /** Label of containers, networks and volumes; volumes without a name go with their container. */
  readonly resources: string
  /** Label of images. null: they stay, and with them the layers that their builder uses for the next build. */
  readonly images: string | null
}

interface Labelled {
  readonly what: string
  readonly remove: () => Promise<unknown>
}

/** How long Docker may take for each list of what has a label: a timeout. */
const listLabelledTimeoutMs = 120_000
/** What cannot be removed is tried again for so long, then it is an `experiment-left`. */
const deadlineMs = 60_000
/** The pause between two looks: a request that was under way when its sender was killed may still make a container. */
const removalSettleMs = 250

/**
 * Gives the names of the removed, as `container shop_web_1`. Looks again until nothing has the label.
 *
 * Throws: Problem `experiment-left` for one that cannot be removed, `docker-unreachable`.
 */
export async function removeLabelled(dockerHost: string | undefined, labels: LabelsOfRemoved): Promise<string[]> {
  const engine = connectDocker(dockerHost)
  const removed = new Set<string>()
  try {
    for (const since = performance.now(); ;) {
      const labelled = await listLabelled(engine, labels)
      if (labelled.length === 0) return [...removed]
      let failure: { what: string; error: unknown } | null = null
      for (const { what, remove } of labelled)
        await remove().then(
          () => removed.add(what),
          (error: unknown) => {
            if (statusOf(error) === 404) removed.add(what)
            else failure = { what, error }
          },
        )
      if (failure !== null && performance.now() - since > deadlineMs) throw leftProblem(failure)
      await delay(removalSettleMs)
    }
  } catch (error) {
    throw translateDocker(error, dockerHost ?? usualDockerHost, listLabelledTimeoutMs)
  }
}

function leftProblem({ what, error }: { what: string; error: unknown }): unknown {
  if (statusOf(error) === undefined || !(error instanceof Error)) return error
  return new Problem('experiment-left', { what, reason: error.message.replace(/\.$/, '') }, { cause: error })
}

/** Containers first: they use the rest. */
async function listLabelled(engine: Dockerode, { resources, images }: LabelsOfRemoved): Promise<Labelled[]> {
  const optionsFor = (label: string) => ({
    filters: { label: [label] },
    abortSignal: AbortSignal.timeout(listLabelledTimeoutMs),
  })
  const containers = await engine.listContainers({ all: true, ...optionsFor(resources) })
  const networks = await engine.listNetworks(optionsFor(resources))
  const { Volumes: volumes } = await engine.listVolumes(optionsFor(resources))
  const built = images === null ? [] : await engine.listImages(optionsFor(images))
  return [
    ...containers.map(({ Id, Names }) => ({
      what: `container ${Names[0]?.slice(1) ?? shortDockerId(Id)}`,
      remove: () => engine.getContainer(Id).remove({ force: true, v: true }),
    })),
    ...networks.map(({ Id, Name }) => ({ what: `network ${Name}`, remove: () => engine.getNetwork(Id).remove() })),
    ...(volumes ?? []).map(({ Name }) => ({ what: `volume ${Name}`, remove: () => engine.getVolume(Name).remove() })),
    ...built.map(({ Id, RepoTags }) => ({
      what: `image ${RepoTags?.[0] ?? shortDockerId(Id)}`,
      remove: () => engine.getImage(Id).remove({ force: true }),
    })),
  ]
}
