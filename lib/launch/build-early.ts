/**
 * Builds components/early: the script that draws a profile before its page is alive, and its workers. Each is one file, named by what is in
 * it, beside those of Next.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import type { Rolldown } from 'vite'
import { replacing, treeshake } from './bundle-parts.ts'
import { checkout } from './checkout.ts'

const components = `${checkout}/components`
const replacements = replacing(`${components}/early`, {
  'viewer/worker/start-tree-worker.ts': 'start-tree-worker.ts',
  'viewer/worker/start-pattern-worker.ts': 'start-pattern-worker.ts',
})

/** What a page needs to know of it; app/profiles/early-script.tsx reads it. */
export interface EarlyFiles {
  readonly script: string
  /** Preloaded: with the fonts at hand, the first text is not laid out twice. */
  readonly fonts: readonly string[]
}

/** To be called when Next has built. Throws: whatever vite complains about. */
export async function buildEarly(nextDirectory: string): Promise<void> {
  const folder = `${nextDirectory}/static/early`
  await mkdir(folder, { recursive: true })
  const write = async (name: string, code: string) => {
    const file = `${name}.${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`
    await writeFile(`${folder}/${file}`, code)
    return `/_next/static/early/${file}`
  }
  const patternWorkerUrl = await write('pattern-worker', await bundle('viewer/worker/pattern.worker.ts', {}))
  const treeWorkerUrl = await write('tree-worker', await bundle('viewer/worker/tree.worker.ts', { patternWorkerUrl }))
  const script = await write('early', await bundle('early/main.ts', { treeWorkerUrl }))
  const files: EarlyFiles = { script, fonts: await fontsOfPage(`${nextDirectory}/static/media`) }
  await writeFile(`${nextDirectory}/hearth-early.json`, JSON.stringify(files))
}

async function bundle(input: string, constants: Record<string, string>): Promise<string> {
  // Loaded when it is needed: a start that has nothing to build must not wait for a bundler.
  const { build } = await import('vite')
  const result = (await build({
    root: components,
    configFile: false,
    logLevel: 'error',
    plugins: [replacements],
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: `${components}/${input}`, treeshake, output: { codeSplitting: false, format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return result.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n')
}

async function fontsOfPage(folder: string): Promise<string[]> {
  const latin = (await readdir(folder)).filter((name) => /-latin-wght-normal[.].*woff2$/.test(name))
  return latin.sort().map((name) => `/_next/static/media/${name}`)
}
