/** The file that HotSpot writes when it crashes, looked for where it puts it: its working directory, else /tmp. */
import { isProblem } from '../../errors.ts'
import { lstatName } from '../container-files/by-descriptor.ts'
import { openParentDirectory } from '../container-files/container-path.ts'
import { kernelFiles } from '../kernel/named-files.ts'
import type { PinnedProcess } from './pinned-process.ts'

export type CrashFileWatch = ReturnType<typeof watchCrashFile>

/**
 * The directories are held open, since they cannot be reached through a dead process.
 *
 * Source: `hs_err_pid%p.log`, where %p is the PID that the JVM itself sees; os.cpp prepares it in the working
 * directory, and in /tmp where that is not writable.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function watchCrashFile(p: PinnedProcess, namespacePid: number) {
  const name = `hs_err_pid${namespacePid}.log`
  const directories = (['cwd', '/tmp'] as const).flatMap((parent) => pinDirectoryOf(p, parent) ?? [])
  const look = () => directories.map(({ directory }) => identityOf(directory, name))
  const before = look()
  return {
    /** Its name, when one has come since; also after the process has died. */
    find: () => (look().some((identity, index) => identity !== null && identity !== before[index]) ? name : null),
    [Symbol.dispose]: () => directories.forEach((directory) => directory[Symbol.dispose]()),
  }
}

function pinDirectoryOf(p: PinnedProcess, parent: 'cwd' | '/tmp') {
  try {
    // The last step may be any name: the directory that holds it is opened.
    return parent === 'cwd' ? openParentDirectory(p, '/any', 'cwd') : openParentDirectory(p, '/tmp/any')
  } catch (error) {
    if (isProblem(error) && error.code === 'unsafe-file') return null // /tmp is a link: HotSpot's file is beyond it
    throw error
  }
}

/** An older crash may have left one: a JVM is number 1 after every restart. */
function identityOf(directory: number, name: string): string | null {
  const stat = lstatName(directory, name)
  return stat?.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : null
}

/**
 * How many since boot, of the whole host or of a control group alike; 0 on kernels that do not count.
 *
 * Source: `oom_kill` in /proc/vmstat, Linux 4.13.
 */
export function readOutOfMemoryKills(): number {
  return Number(/^oom_kill (\d+)$/m.exec(kernelFiles.readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0)
}
