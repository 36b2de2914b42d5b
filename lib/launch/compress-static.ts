import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressible = /[.](js|css|svg)$/
const compressions = [
  { ending: 'br', compress: promisify(brotliCompress) },
  { ending: 'gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
] as const

/** Puts `a.js.br` and `a.js.gz` beside each `a.js`: a page has some thirty files, which Next would compress for each browser anew. */
export async function compressStatic(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  const compressPath = async (path: string) => {
    const bytes = await readFile(path)
    for (const { ending, compress } of compressions) await writeFile(`${path}.${ending}`, await compress(bytes))
  }
  await Promise.all(paths.filter((path) => compressible.test(path)).map(compressPath))
}
