/**
 * Where the code of the parser is: bundled by the build, since the sources take half a second to load; or the sources.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { typeStripping } from '../host/command/own-node.ts'
import { hostFiles } from '../host/kernel/named-files.ts'

/** A program of the parser, by its name without an ending, and the source of it that is bundled. */
export const parserEntries = {
  main: 'bundled-main',
  'enter-sandbox': 'enter-sandbox',
} as const
type ParserEntry = keyof typeof parserEntries

/** Flags of V8 for the parser: what V8 compiled with other flags is not used. */
export const parserFlags = ['--disallow-code-generation-from-strings']

export interface ParserCode {
  readonly directory: string
  /** Where the directory is in a root of the parser's own. */
  readonly inOwnRoot: string
  /** Relative to the directory. */
  readonly fileOf: (entry: ParserEntry) => string
  /** Arguments of Node before a program, where the directory is seen as `directory`. */
  readonly argumentsAt: (directory: string) => readonly string[]
}

const sources: ParserCode = {
  directory: join(import.meta.dirname, '..'),
  inOwnRoot: '/hearth/lib',
  fileOf: (entry) => `parser/${entry}.ts`,
  argumentsAt: typeStripping,
}

/** Two folders below the checkout as lib/parser is, since the demangler is looked for two folders above. */
export const bundleDirectory = join(import.meta.dirname, '../../.next/parser')

const bundle: Omit<ParserCode, 'directory'> = {
  inOwnRoot: '/hearth/lib/parser',
  fileOf: (entry) => `${entry}.mjs`,
  argumentsAt: () => [],
}

const manifestName = 'sources.json'
const manifestSchema = z.object({ sources: z.array(z.string()), hash: z.string() })

/** What a bundle says of the sources that it was made of; paths are relative to the directory of `lib`. */
export function describeSources(paths: readonly string[]): { readonly name: string; readonly text: string } {
  return { name: manifestName, text: JSON.stringify({ sources: paths, hash: hashSources(paths) }) }
}

/** The bundle if it was made of the sources as they are now; else the sources. */
export function chooseParserCode(directory = bundleDirectory): ParserCode {
  return isCurrent(join(directory, manifestName)) ? { ...bundle, directory } : sources
}

function isCurrent(manifest: string): boolean {
  try {
    const { sources, hash } = manifestSchema.parse(JSON.parse(hostFiles.readFileSync(manifest, 'utf8')))
    return hashSources(sources) === hash
  } catch {
    return false // not built, by another version, or of a source that is gone
  }
}

function hashSources(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(hostFiles.readFileSync(join(sources.directory, path))).update('\0')
  return hash.digest('hex')
}
