/**
 * Bundles the parser, which starts once for each capture, live snapshot and import: its sources take half a second to
 * load.
 */
import { rm, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { InlineConfig, Rolldown } from 'vite'
import { typeStripping } from '../host/command/own-node.ts'
import { runCommand } from '../host/command/run-command.ts'
import { bundleDirectory, describeSources, parserEntries, parserFlags } from '../parser/parser-code.ts'
import { parserScriptName } from '../parser/parser-script.ts'
import { checkout } from './checkout.ts'

const library = `${checkout}/lib`
const sourceOf = (name: string) => `${library}/parser/${name}.ts`

/** Bundles the parser. Throws: the error of vite; Problem `tool-failed` when the bundle does not run. */
export async function buildParser(directory = bundleDirectory): Promise<void> {
  const entries = Object.entries(parserEntries).map(([name, source]) => [name, sourceOf(source)] as const)
  await rm(directory, { recursive: true, force: true })
  const programs = await bundle(directory, Object.fromEntries(entries), {
    format: 'es',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  // The part that does a job is a script besides, since only a script has a code cache of V8 (parser-script.ts).
  const script = await bundle(
    directory,
    { script: sourceOf('serve-job') },
    { format: 'cjs', entryFileNames: parserScriptName, codeSplitting: false },
  )
  // Writes that code cache, which a start uses.
  const compile = [...parserFlags, ...typeStripping(), `${library}/launch/compile-parser.ts`, directory]
  await runCommand(process.execPath, compile)
  // By these the next start sees whether the bundle is out of date (`chooseParserCode`). Packages are not among them:
  // `buildPages` builds anew when package-lock.json changes.
  const sources = [...new Set([...programs, ...script])].filter((path) => path.startsWith(`${library}/`)).sort()
  const { name, text } = describeSources(sources.map((path) => relative(library, path)))
  await writeFile(`${directory}/${name}`, text)
}

/** Adds these entries to `directory`. Gives the paths of their modules. */
async function bundle(
  directory: string,
  input: Readonly<Record<string, string>>,
  output: Rolldown.OutputOptions,
): Promise<string[]> {
  const { build } = await import('vite')
  const paths = Object.values(input)
  const config: InlineConfig = {
    root: checkout,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input,
        // Where a file imports only types of another one, the bundler would keep the import, and with it all that the
        // other file imports. So no module of ours but an entry may do anything when it is loaded.
        treeshake: { moduleSideEffects: (id: string) => paths.includes(id) || !id.startsWith(`${library}/`) },
        output,
      },
    },
  }
  const { output: files } = (await build(config)) as Rolldown.RolldownOutput
  return files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}
