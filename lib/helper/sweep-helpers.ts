/** Removes helper containers that nobody listens to any more. They end by themselves; this is for those that could not. */
import type { DockerHelpers, LabelledContainer } from '../host/docker/helper-container.ts'
import { helperLabel, ownerLabel, untilLabel } from './plan-helper.ts'

/** Gives the ids of what was removed. Throws: Problem `docker-unreachable`. */
export async function sweepHelpers(docker: DockerHelpers, owner: string, run: string): Promise<string[]> {
  const found = await docker.list(helperLabel)
  const orphans = found.filter((container) => isOrphan(container, owner, run, Date.now() / 1000))
  for (const { id } of orphans) await docker.remove(id)
  return orphans.map(({ id }) => id)
}

/** Another run with our run directory is over, since only one can hold it; of others only the time tells. */
export function isOrphan({ labels }: LabelledContainer, owner: string, run: string, nowSeconds: number): boolean {
  if (labels[helperLabel] === run) return false
  if (labels[ownerLabel] === owner) return true
  const until = Number(labels[untilLabel] ?? 0)
  return until > 0 && until < nowSeconds
}
