/**
 * The parser as one script of the build, beside what V8 made of it there: to load and compile it was a fifth of the
 * work for a small file.
 */
import { Script } from 'node:vm'
import { hostFiles } from '../host/kernel/named-files.ts'
import type * as serveJob from './serve-job.ts'

/** Files of a bundle's directory. */
export const parserScriptName = 'serve-job.cjs'
export const compiledScriptName = 'serve-job.compiled'

type Parser = Pick<typeof serveJob, 'serveJob' | 'parseJob'>

/** What V8 compiled is used if it was compiled by the same V8 with the same flags; else the script is compiled now. */
export function loadParserScript(directory: string): { readonly parser: Parser; readonly script: Script } {
  const filename = `${directory}/${parserScriptName}`
  const compiled = `${directory}/${compiledScriptName}`
  const text = hostFiles.readFileSync(filename, 'utf8')
  const script = new Script(`(function (exports, require, __dirname) {${text}\n})`, {
    filename,
    cachedData: hostFiles.existsSync(compiled) ? hostFiles.readFileSync(compiled) : undefined,
  })
  const parser = {} as Parser
  const load = script.runInThisContext() as (exports: object, require: (id: string) => unknown, dirname: string) => void
  load(parser, (id) => process.getBuiltinModule(id), directory)
  return { parser, script }
}
