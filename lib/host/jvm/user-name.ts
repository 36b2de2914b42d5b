/** Names of users as the container's own /etc/passwd gives them; many images give none. */
import { isProblem } from '../../errors.ts'
import { readContainerFile } from '../container-files/container-file.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'

/** Characters that are kept of the name of a user. */
const longestUserName = 64

/** Bytes of a container's /etc/passwd; a larger one is not read, and its users have no names. */
const passwdBytes = 2 ** 20

/** null when the user has no entry, or the file is not safe to read. */
export function readUserName(p: PinnedProcess, uid: number): string | null {
  try {
    const passwd = readContainerFile(p, '/etc/passwd', { maxBytes: passwdBytes })
    return passwd && userNameIn(passwd.toString('utf8'), uid)
  } catch (error) {
    if (isProblem(error) && error.code !== 'target-gone') return null
    throw error
  }
}

/** Source: passwd(5): `name:x:1000:1000:comment:/home/name:/bin/sh`. */
export function userNameIn(passwd: string, uid: number): string | null {
  for (const line of passwd.split('\n')) {
    const [name, , id] = line.split(':')
    if (name && id === String(uid)) return name.slice(0, longestUserName)
  }
  return null
}
