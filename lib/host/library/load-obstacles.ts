/** Could the loader of a process load a library, with all that it needs? By a look from outside. */
import type { LoadObstacle } from '../../errors/remedies.ts'
import type { ElfDynamic } from '../../formats/native/elf-dynamic.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import { createLibraryFinder, type FoundLibrary } from './find-libraries.ts'

/** Libraries that are looked for of those that one needs, also through others; one that Hearth loads needs under 20. */
const maxNeededLibraries = 100

/**
 * Gives the obstacle that keeps `library` from being loaded; null when none is seen. `mapped`: paths of the libraries
 * of the process; `directory`: that of the library.
 *
 * Source: the loader takes loaded libraries by their names, and checks versions of symbols when it has all files.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function findLoadObstacle(
  p: PinnedProcess,
  library: ElfDynamic,
  mapped: readonly string[],
  directory: string,
): LoadObstacle | null {
  const finder = createLibraryFinder(p, mapped, directory)
  if (finder === null) return null
  const foundByName = new Map<string, FoundLibrary>()
  const missing: string[] = []
  const reached = [library]
  for (const object of reached) {
    for (const name of object.needed) {
      if (foundByName.has(name) || missing.includes(name) || foundByName.size > maxNeededLibraries) continue
      const needed = finder.find(name, object)
      if (needed === null) missing.push(name)
      else {
        foundByName.set(name, needed)
        if (needed !== 'unread') reached.push(needed) // the loop over `reached` comes to it, too
      }
    }
  }
  if (missing.length > 0) return { kind: 'missing', files: missing }
  return finder.checksVersions
    ? findMissingVersion(reached, (name, by) => foundByName.get(name) ?? finder.find(name, by))
    : null
}

function findMissingVersion(
  libraries: readonly ElfDynamic[],
  find: (name: string, by: ElfDynamic) => FoundLibrary | null,
): LoadObstacle | null {
  for (const library of libraries) {
    for (const { file, version } of library.versionsNeeded) {
      const has = find(file, library)
      // One that names no versions at all is good for any: the loader only prints a warning. One that cannot be read
      // is taken for good.
      if (has === null || has === 'unread' || has.versionsDefined.length === 0) continue
      if (!has.versionsDefined.includes(version)) return { kind: 'too-old', file, version }
    }
  }
  return null
}
