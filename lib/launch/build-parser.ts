/** Bundles the parser, which starts once for each capture, live snapshot and import: its sources take half a second to load. */
import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Rolldown } from 'vite'
import { bundleDirectory, describeSources, parserEntries } from '../parser/parser-code.ts'
import { checkout } from './checkout.ts'

const library = `${checkout}/lib`

/** Throws: the error of vite. */
export async function buildParser(): Promise<void> {
  const { build } = await import('vite')
  const paths = parserEntries.map((entry) => `${library}/parser/${entry}.ts`)
  const { output } = (await build({
    root: checkout,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: bundleDirectory,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: {
        input: Object.fromEntries(parserEntries.map((entry, index) => [entry, paths[index]!])),
        // An import of a type alone would stay as one of its file, and with it of all that the file needs.
        treeshake: { moduleSideEffects: (id: string) => paths.includes(id) || !id.startsWith(`${library}/`) },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })) as Rolldown.RolldownOutput
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const sources = [...new Set(modules)].filter((path) => path.startsWith(`${library}/`)).sort()
  const { name, text } = describeSources(sources.map((path) => relative(library, path)))
  await writeFile(`${bundleDirectory}/${name}`, text)
}
