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
  /** As the JVM counts them, the last one wins. */
  readonly options: readonly string[]
  readonly status: Omit<ProcessStatus, 'threads' | 'residentBytes'>
  /** Why HotSpot cannot write to its /tmp; null when it can. */
  readonly tmpProblem: string | null
  /** The attach signal was sent once, and no socket came. */
  readonly hasUnansweredSignal: boolean
  /** Null where its file system does not say. */
  readonly tmpFreeBytes: number | null
  /** What is at the places of HotSpot's attach socket and of its symbol map; null when nothing is. */
  readonly attachSocket: ContainerFileStat | null
  readonly symbolMap: ContainerFileStat | null
  readonly symbolMapPath: string
  readonly ageMs: number
  /** Where the JVM's runtime lies, as the process sees it: `/opt/java`. Null when its library was removed since. */
  readonly javaHome: string | null
  /** Modules of a runtime that names them in its `release` file, as jlink does; null when it is unknown. */
  readonly modules: readonly string[] | null
  /** Paths of the shared libraries that are mapped, each once, those that were removed since too; as the process sees them. */
  readonly mappedLibraries: readonly string[]
  /** Where root could put a library for it to load. */
  readonly libraryLocation: LibraryLocation
  /** What keeps the JVM from loading each of our libraries; null when nothing is seen that would. */
  readonly loadObstacles: Readonly<Record<keyof InstalledTools, LoadObstacle | null>>
}
