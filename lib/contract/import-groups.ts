/** Finds the files that are events of one capture, by the names that Hearth gives to its exports. */
import type { ImportOptions } from './imports.ts'
import { readEventOfFileName } from './profile-file-name.ts'

/**
 * Gives the import options of each path: `shop.cpu.folded` and `shop.alloc.folded` of one directory have one group,
 * with each event once.
 */
export function groupFiles(paths: readonly string[], options: ImportOptions): readonly ImportOptions[] {
  const named = paths.map(splitPath)
  const wholes = Map.groupBy(named, (file) => file?.whole ?? '')
  const ids = new Map([...wholes.keys()].map((whole) => [whole, randomId()]))
  return named.map((file) => {
    const family = wholes.get(file?.whole ?? '')!
    const events = new Set(family.map((one) => one?.event))
    const isGroup = file !== null && family.length > 1 && events.size === family.length
    return isGroup ? { ...options, group: ids.get(file.whole)! } : options
  })
}

function splitPath(path: string): { readonly whole: string; readonly event: string } | null {
  const content = readEventOfFileName(path)
  if (content === null) return null
  const { name, event } = content
  return { whole: path.slice(0, path.length - path.split(/[\\/]/).at(-1)!.length) + name, event }
}

/** Gives 32 hexadecimal digits. A page that came by http has no `randomUUID`. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
