/** The directory of the socket, the journal and the recordings: ours; only the web program may enter it besides. */
import net from 'node:net'
import { dirname } from 'node:path'
import { ownFiles } from '../host/kernel/named-files.ts'
import { Problem } from '../errors.ts'

/**
 * Makes the run directory, or takes it over from a collector that is dead.
 *
 * Throws: Problem `run-directory-locked` when another collector answers there, `no-permission` when it is not ours.
 */
export async function claimRunDirectory(path: string, socketPath: string, gid: number): Promise<void> {
  ownFiles.mkdirSync(path, { recursive: true, mode: 0o750 })
  assertOwnDirectory(path)
  if (process.getuid?.() === 0) ownFiles.chownSync(path, 0, gid)
  ownFiles.chmodSync(path, 0o750)
  if (await isAnswering(socketPath)) throw new Problem('run-directory-locked', { path })
  ownFiles.rmSync(socketPath, { force: true })
}

/**
 * Checks who may write to a directory. What lies in it is believed: the journal names processes to end and files to
 * remove. So it must be a directory of ours, and for root one that no other user can replace.
 *
 * Throws: Problem `no-permission`.
 */
export function assertOwnDirectory(path: string): void {
  const uid = process.getuid?.() ?? 0
  const refuse = (why: string) => {
    throw new Problem('no-permission', { what: `use ${path}, ${why}` })
  }
  const stat = ownFiles.lstatSync(path)
  if (!stat.isDirectory() || stat.uid !== uid) refuse('which is not its own')
  if (uid !== 0) return
  for (const above of [...directoriesAbove(path), ...directoriesAbove(ownFiles.realpathSync(path))]) {
    const { uid: owner, gid, mode } = ownFiles.statSync(above)
    // In a sticky directory only its owner, and that of an entry, may remove or rename the entry.
    const isSticky = (mode & 0o1000) !== 0
    const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0)
    if (owner !== 0 || (isOpen && !isSticky)) refuse(`which others could replace, since ${above} is not root's alone`)
  }
}

function directoriesAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [above, ...directoriesAbove(above)]
}

function isAnswering(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ path: socketPath })
    const settle = (value: boolean) => {
      socket.destroy()
      resolve(value)
    }
    socket.on('connect', () => settle(true))
    socket.on('error', () => settle(false))
  })
}
