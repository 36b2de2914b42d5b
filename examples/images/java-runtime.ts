import { existsSync } from 'node:fs'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Jdk } from '../../lib/host/jvm/jdk.ts'
import { run } from './run.ts'

/** Links a Java runtime with what the demo service needs, and the modules in `more`, into `into`. */
export async function linkRuntime(jdk: Jdk, into: string, more: readonly string[] = []): Promise<void> {
  const modules = ['--add-modules', ['java.base', 'jdk.httpserver', ...more].join(',')]
  const slim = ['--strip-java-debug-attributes', '--no-header-files', '--no-man-pages']
  await mkdir(dirname(into), { recursive: true })
  await run(`${jdk.home}/bin/jlink`, ...modules, ...slim, '--output', into)
}

/** Parts of glibc that agents for JVMs, such as async-profiler, are linked with, also where they are empty by now. */
const glibcParts = ['libdl.so.2', 'libpthread.so.0', 'librt.so.1']

/**
 * Copies the system's shared libraries that a runtime needs to the same paths below `root`, the loader included, since
 * an image from scratch has no libc of its own. `forAgents`: also those of glibc that agents need.
 */
export async function copySystemLibraries(runtime: string, root: string, forAgents: boolean): Promise<void> {
  const files = await readdir(runtime, { recursive: true })
  const binaries = files.filter((name) => name === 'bin/java' || name.endsWith('.so'))
  const printed = await run('ldd', ...binaries.map((name) => `${runtime}/${name}`))
  const libraries = new Set(
    [...printed.matchAll(/^\s[^/\n]*(\/\S+) \(0x/gm)]
      .map((match) => match[1]!)
      .filter((path) => !path.startsWith(runtime)),
  )
  const libc = [...libraries].find((path) => path.endsWith('/libc.so.6'))
  for (const part of forAgents && libc !== undefined ? glibcParts : []) {
    const path = `${dirname(libc!)}/${part}`
    if (existsSync(path)) libraries.add(path)
  }
  for (const library of libraries) {
    await mkdir(dirname(root + library), { recursive: true })
    await cp(library, root + library, { dereference: true })
  }
}
