/** Facts of a service beside its name. */
export interface ServiceSource {
  readonly service: string
  readonly mainClass: string | null
  readonly jar?: string | null
  /** Its container, or the image of it; null where it ran in none, or where that is not known. */
  readonly container: string | null
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
