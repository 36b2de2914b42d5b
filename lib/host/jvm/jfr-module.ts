/** Whether a JVM has a Flight Recorder, and whether it has begun to use it: seen from outside. */
import { kernelFiles } from '../kernel/named-files.ts'
import { isProblem } from '../../errors.ts'
import { statContainerFile } from '../container-files/container-file.ts'
import { at } from '../container-files/by-descriptor.ts'
import { errnoOf } from '../kernel/errno.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'

/** Presets that come with the module: JDK 9 and later, then the places of JDK 8. */
const files = ['lib/jfr/default.jfc', 'lib/jfr.jar', 'jre/lib/jfr.jar']
/** A JVM with more threads is not looked through for JFR's: it counts as one that has started JFR. */
const maxSearchedThreads = 20_000

/** `modules` of the runtime's release file decide where there are any; null when that is unknown. */
export function hasJfrModule(p: PinnedProcess, home: string | null, modules: readonly string[] | null): boolean | null {
  if (modules !== null) return modules.includes('jdk.jfr')
  if (home === null) return null
  try {
    return files.some((file) => statContainerFile(p, `${home}/${file}`) !== null)
  } catch (error) {
    if (isProblem(error) && error.code !== 'target-gone') return null
    throw error
  }
}

/** JFR's threads stay from its first use to the end of the JVM. Of a JVM with too many threads to look at, true. */
export function hasStartedJfr(p: PinnedProcess): boolean {
  const tids = kernelFiles.readdirSync(at(p.directory, 'task'))
  if (tids.length > maxSearchedThreads) return true
  return tids.some((tid) => {
    try {
      return kernelFiles.readFileSync(at(p.directory, `task/${tid}/comm`), 'utf8').startsWith('JFR ')
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes(errnoOf(error))) return false // this thread has ended
      throw error
    }
  })
}
