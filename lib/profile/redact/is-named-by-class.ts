import type { RedactionOptions } from './redaction.ts'

/** Facts of a service beside its name. */
export interface ServiceSource {
  readonly service: string
  readonly mainClass: string | null
  readonly jar?: string | null
  /** Its container, or the image of it; null where it ran in none, or where that is not known. */
  readonly container: string | null
}

/** What a redacted copy says in place of its service. */
export const hiddenService = 'service hidden'

/** Whether a redacted copy hides the service: with where it ran, and with the names of methods where it may be one. */
export function isServiceHidden(
  {
    service,
    mainClass,
    containerName,
    image,
  }: { containerName: string | null; image: string | null } & Pick<ServiceSource, 'service' | 'mainClass'>,
  { keepPackages, places: hidesOrigin }: RedactionOptions,
): boolean {
  const isClass = () => isNamedByClass({ service, mainClass, container: containerName ?? image })
  return hidesOrigin || (keepPackages !== null && isClass())
}

/**
 * Whether the name of a service is, or may be, that of a class, which goes with the names of methods. On a host its
 * main class or its JAR names it. In a container compose, a workload or the image does (`team/shop`), unless a person
 * typed a class: `com.acme.Main`.
 */
export function isNamedByClass({ service, mainClass, jar = null, container }: ServiceSource): boolean {
  if (service === mainClass || service === jar) return true
  return container === null ? /[./]/.test(service) : /[./]\p{Lu}[\w$]*$/u.test(service)
}
