/** Builds what Hearth serves and exports: the pages, the viewer of HTML files, and the parser. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { Problem } from '../errors.ts'
import { buildParser } from './build-parser.ts'
import { buildViewer } from './build-viewer.ts'
import { checkout } from './checkout.ts'
import { tellElapsed } from './tell-elapsed.ts'

/** Lines of its output that a failed build of the pages prints. */
const mostBuildLines = 40

const compressible = /[.](js|css|svg)$/
const compressions = [
  { ending: 'br', compress: promisify(brotliCompress) },
  { ending: 'gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
] as const

/**
 * Puts `a.js.br` and `a.js.gz` beside each `a.js`: a page has some thirty files, which Next would compress for each
 * browser anew.
 */
export async function compressStatic(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  const compressPath = async (path: string) => {
    const bytes = await readFile(path)
    for (const { ending, compress } of compressions) await writeFile(`${path}.${ending}`, await compress(bytes))
  }
  await Promise.all(paths.filter((path) => compressible.test(path)).map(compressPath))
}

/** File with the hash of the sources of the last build; removed before one, so that a build that fails is repeated. */
const stamp = `${checkout}/.next/hearth-sources`
const parts = ['app', 'components', 'lib', 'public', 'next.config.js', 'package.json', 'package-lock.json']
const notBuilt = /[.](test|bench)[.]tsx?$|\/testing\/|\/golden\//

/**
 * Builds the pages when a source changed since the last build.
 *
 * Throws: Problem `cannot-start` with the end of what the build said.
 */
export async function buildPages(report: (line: string) => void): Promise<void> {
  const sources = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  report(
    'Building the pages; this takes a minute or two, more on a busy machine, and only happens when a source changed ...',
  )
  await rm(stamp, { force: true })
  await tellElapsed({ report, screen: process.stdout }, async () => {
    await runBuild()
    await compressStatic(`${checkout}/.next/static`)
    await buildViewer(`${checkout}/.next/hearth-viewer.html`)
    await buildParser()
  })
  await writeFile(stamp, sources)
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const path of parts.flatMap(filesBelow))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(`${checkout}/${path}`))
  return hash.digest('hex')
}

function filesBelow(part: string): string[] {
  const path = `${checkout}/${part}`
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [part]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(checkout.length + 1))
    .filter((name) => !notBuilt.test(name))
    .sort()
}

async function runBuild(): Promise<void> {
  const next = `${checkout}/node_modules/next/dist/bin/next`
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  const build = spawn(process.execPath, [next, 'build'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    build.once('error', reject)
    build.once('close', resolve)
  })
  if (code === 0) return
  const reason = `The pages could not be built:\n${output.split('\n').slice(-mostBuildLines).join('\n')}\n`
  throw new Problem('cannot-start', {
    reason,
    remedy: 'In a checkout without changes this is a bug: please report it.',
  })
}
