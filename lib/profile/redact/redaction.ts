/** Parts of a profile that are taken out before a stranger sees it. */
export interface RedactionOptions {
  /**
   * Names outside these package prefixes and the JDK's are masked. Empty keeps those of the JDK alone; null masks none.
   */
  readonly keepPackages: readonly string[] | null
  /** Names of threads are taken out. */
  readonly threads: boolean
  /** Names of hosts, containers and images, command lines and kernel settings are taken out. */
  // eslint-disable-next-line no-restricted-syntax -- name of the API
  readonly places: boolean
}

/** Stable numbers from 1: the same text gets the same one. */
export function createCounter(): (text: string) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    const existingNumber = numbers.get(text)
    if (existingNumber !== undefined) return existingNumber
    numbers.set(text, numbers.size + 1)
    return numbers.size
  }
}
