/** What a passive look at a JVM tells about the engines: nothing is signalled, nothing is connected to. */
import type { Container, Target } from '../../contract/target.ts'
import type { ContainerFileStat } from '../../host/container-files/container-file.ts'
import type { LoadObstacle } from '../../errors/remedies.ts'
import type { LibraryLocation } from '../../host/library/library-directory.ts'
import type { InstalledTools } from './installed-tools.ts'
import type { ProcessStatus } from '../../host/process/process-status.ts'

export interface ReadinessFacts extends InstalledTools {
  readonly hostPid: number
  readonly container: Pick<Container, 'name' | 'readOnlyRoot'> | null
  readonly state: Target['state']
  readonly jvm: Pick<Target['jvm'], 'version' | 'preserveFramePointer'>
  /** The JVM's options in the order in which it reads them: where one is given twice, the last one counts. */
  readonly options: readonly string[]
  readonly status: Omit<ProcessStatus, 'threads' | 'residentBytes'>
  /** Why HotSpot cannot write to its /tmp; null when it can. */
  readonly tmpProblem: string | null
  /** Hearth sent this JVM the attach signal before, and the JVM opened no socket. */
  readonly hasUnansweredSignal: boolean
  /** Free space in the file system of the JVM's /tmp; null where that does not say. */
  readonly tmpFreeBytes: number | null
  /** What is at the places of HotSpot's attach socket and of its symbol map; null when nothing is. */
  readonly attachSocket: ContainerFileStat | null
  readonly symbolMap: ContainerFileStat | null
  readonly symbolMapPath: string
  /** Since the process started. */
  readonly ageMs: number
  /** Where the JVM's runtime lies, as the process sees it: `/opt/java`. Null when its library was removed since. */
  readonly javaHome: string | null
  /** Modules of a runtime that names them in its `release` file, as jlink does; null when it is unknown. */
  readonly modules: readonly string[] | null
  /**
   * Paths of the shared libraries that are mapped, each once, those that were removed since too; as the process sees
   * them.
   */
  readonly mappedLibraries: readonly string[]
  /** Where root could put a library that the JVM then loads, or why nowhere. */
  readonly libraryLocation: LibraryLocation
  /** What keeps the JVM from loading each library that Hearth has; null when nothing is seen that would. */
  readonly loadObstacles: Readonly<Record<keyof InstalledTools, LoadObstacle | null>>
}
