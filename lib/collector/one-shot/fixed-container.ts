import type { Container } from '../../contract/target.ts'
import type { DockerContainers } from '../../host/docker/running-containers.ts'

/** Gives a container that others have described in place of Docker's: there is no engine to ask. */
export function fixedContainer(container: Container): DockerContainers {
  return {
    start() {},
    stop: () => Promise.resolve(),
    get: (id) => (id === container.id ? container : undefined),
    list: () => [container],
    learn: () => Promise.resolve(),
    state: () => ({ ok: true, problem: null }),
    onChange: () => () => {},
    onEvent: () => () => {},
    settled: Promise.resolve(),
  }
}
