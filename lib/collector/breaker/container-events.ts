import type { ContainerEvent } from '../../host/docker/docker-client.ts'

/** Calls the listener for each event of any container from now on, until the function that it gives is called. */
export type SubscribeToContainers = (listener: (event: ContainerEvent) => void) => () => void

/** Follows the events of one container from now on; `at` by performance.now(). None without a container. */
export function followContainerEvents(containerId: string | undefined, subscribe: SubscribeToContainers) {
  const events: (ContainerEvent & { readonly at: number })[] = []
  const unsubscribe = subscribe((event) => {
    if (event.containerId === containerId) events.push({ ...event, at: performance.now() })
  })
  return {
    list: events as readonly (ContainerEvent & { readonly at: number })[],
    last: (action: string) => events.findLast((event) => event.action === action) ?? null,
    [Symbol.dispose]: unsubscribe,
  }
}
