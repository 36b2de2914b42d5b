/** What a service is called across restarts, replicas and versions. */
import type { Container } from '../contract/target.ts'

/** `shop/api` of a compose file, else the image's repository `team/shop`, else the main class. */
export function serviceName(container: Container | null, mainClass: string): string {
  if (container?.composeProject && container.composeService) {
    return `${container.composeProject}/${container.composeService}`
  }
  if (container === null) return mainClass
  return repositoryOf(container.image) ?? container.name
}

/** `team/shop` of `registry.example:5000/team/shop:1.4@sha256:...`; null when it is a bare image id. */
export function repositoryOf(image: string): string | null {
  if (/^(sha256:)?[0-9a-f]{12,64}$/.test(image)) return null
  const steps = image.split('@')[0]!.split('/')
  const [first] = steps
  if (steps.length > 1 && (/[.:]/.test(first!) || first === 'localhost')) steps.shift()
  return steps.join('/').replace(/:[^/:]*$/, '') || null
}
