import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Jdk } from '../../lib/host/jvm/jdk.ts'
import { run } from './run.ts'

const sources = new URL('../demo/src', import.meta.url).pathname

/** All of the demo service's sources as one text: what its image depends on. */
export function readShopSources(): string {
  return sourceFiles()
    .map((path) => readFileSync(path, 'utf8'))
    .join('\0')
}

/** Compiles the demo service for Java 17 into `into`/shop.jar. */
export async function buildShopJar(jdk: Jdk, into: string): Promise<void> {
  const classes = await mkdtemp(`${tmpdir()}/hearth-classes-`)
  try {
    await mkdir(into, { recursive: true })
    await run(`${jdk.home}/bin/javac`, '--release', '17', '-d', classes, ...sourceFiles())
    await run(`${jdk.home}/bin/jar`, '--create', '--file', `${into}/shop.jar`, '-C', classes, '.')
  } finally {
    await rm(classes, { recursive: true, force: true })
  }
}

function sourceFiles(): string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .map((name) => `${sources}/${name}`)
    .sort()
}
