/** Serves Next's immutable files from memory, compressed: lib/launch/build.ts put the compressed forms beside them. */
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'

/** Answers a request for such a file and gives true; gives false for any other request, which Next answers. */
export type ServeStatic = (request: IncomingMessage, response: ServerResponse) => boolean

const prefix = '/_next/static/'
const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** Forms of a file, the smallest first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
  { name: null, ending: '' },
] as const

interface StaticFile {
  readonly type: string
  /** The last one is the file as it is, for every browser. */
  readonly forms: readonly { readonly encoding: string | null; readonly bytes: Buffer }[]
}

/**
 * Serves scripts and fonts, which browsers cache for a year. Reads all files of the folder now: a later build may
 * replace them while this program runs.
 */
export function createStaticFiles(folder: string): ServeStatic {
  const files = readFiles(folder)
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const file = files.get(request.url!.split('?', 1)[0]!)
    if (!file) return false
    const accepted = request.headers['accept-encoding'] ?? ''
    const form = file.forms.find(({ encoding }) => encoding === null || accepts(accepted, encoding))!
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': form.bytes.length,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(form.encoding === null ? {} : { 'content-encoding': form.encoding }),
    })
    response.end(request.method === 'HEAD' ? undefined : form.bytes)
    return true
  }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(part))
}

function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
  const there = new Set(paths)
  const fileOf = (path: string): [string, StaticFile][] => {
    const type = types[extname(path)]
    if (type === undefined) return []
    const forms = encodings
      .filter(({ ending }) => there.has(path + ending))
      .map(({ name, ending }) => ({ encoding: name, bytes: readFileSync(path + ending) }))
    return [[prefix + path.slice(folder.length + 1), { type, forms }]]
  }
  return new Map(paths.flatMap(fileOf))
}
