/** Directories that are made once and kept outside the repository, `~/.cache/hearth` by default. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

// Never a name in /tmp, which another user may have made before: root builds images of what is in this directory.
const isHomeless = homedir() === '/' || !existsSync(homedir())
const base = process.env.XDG_CACHE_HOME ?? (isHomeless ? '/var/cache' : `${homedir()}/.cache`)
export const cacheDirectory = `${base}/hearth`

/** The directory `name-hash(key)`: made by `make` in a temporary place, then renamed, so half of one is never seen. */
export async function cachedDirectory(
  name: string,
  key: string,
  make: (into: string) => Promise<void>,
): Promise<string> {
  const path = `${cacheDirectory}/${name}-${shortHash(key)}`
  return withLock(name, async () => {
    if (existsSync(path)) return path
    const temporary = await mkdtemp(`${cacheDirectory}/${name}.tmp-`)
    try {
      await make(temporary)
      await rename(temporary, path)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
    return path
  })
}

/** Runs `work` while no other process on this machine does work of the same name. A lock whose holder died is taken. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const lock = `${cacheDirectory}/${name}.lock`
  await mkdir(dirname(lock), { recursive: true })
  while (!(await takeLock(lock))) await delay(200)
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
  if (holder > 0 && !existsSync(`/proc/${holder}`)) await rm(lock, { force: true })
  return false
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
