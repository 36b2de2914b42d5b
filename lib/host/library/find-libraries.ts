/** Finds a library by its name where the loader of a process would find it, by a look from outside. */
import { dirname } from 'node:path/posix'
import { isProblem } from '../../errors.ts'
import { type ElfDynamic, readElfDynamic } from '../../formats/native/elf-dynamic.ts'
import { readContainerFile, withContainerFile } from '../container-files/container-file.ts'
import { followLinks } from '../container-files/container-path.ts'
import type { PinnedProcess } from '../process/pinned-process.ts'
import { readEnvironmentVariable } from '../process/environment.ts'
import { isMusl } from '../../jvm/libjvm.ts'
import { readCachedLibraries } from './loader-cache.ts'

/** `unread`: it is there, and its own needs cannot be read from here. */
export type FoundLibrary = ElfDynamic | 'unread'

export interface LibraryFinder {
  /** musl looks at no versions of symbols. */
  readonly checksVersions: boolean
  /** null when the loader would not find it. `by` is the library that needs it. */
  find(name: string, by: Pick<ElfDynamic, 'machine' | 'searchPath'>): FoundLibrary | null
}

/** A larger library of a container is passed over, as one that no loader would take. */
const maxLoadedLibraryBytes = 512 * 2 ** 20
/** Bytes of such a library that may be read at a time. */
const maxLibraryReadBytes = 16 * 2 ** 20
/** A larger loader of a container is not read: the usual directories of libraries are then searched. */
const maxLoaderBytes = 2 * 2 ** 20
/** Source: load_library() in musl's ldso/dynlink.c: its own library replaces all of these. */
const partsOfMusl = /^lib(c|pthread|rt|m|dl|util|xnet)\./

/**
 * Gives null when the process has neither glibc's loader nor musl's mapped: then its search path is unknown.
 *
 * `mapped`: the paths of its libraries; `origin`: the directory that `$ORIGIN` means.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function createLibraryFinder(p: PinnedProcess, mapped: readonly string[], origin: string): LibraryFinder | null {
  const loader = mapped.find((path) => /\/ld(-linux[\w-]*|-musl-[\w-]+|-2\.\d+)?\.so(\.\d+)?$/.test(path))
  const musl = mapped.find(isMusl)
  if (loader === undefined && musl === undefined) return null
  const cached = musl ? new Map<string, readonly string[]>() : readCachedLibraries(p)
  const usual = musl ? muslDirectories(p, musl) : glibcDirectories(p, loader!)
  const fromEnvironment = (readEnvironmentVariable(p, 'LD_LIBRARY_PATH') ?? '').split(/[:;]/)
  const seen = new Map<string, FoundLibrary | null>()

  const read = (path: string): FoundLibrary | null => {
    const cachedLibrary = seen.get(path)
    if (cachedLibrary !== undefined) return cachedLibrary
    const library = readLibrary(p, path)
    seen.set(path, library)
    return library
  }

  function find(
    name: string,
    { machine, searchPath }: Pick<ElfDynamic, 'machine' | 'searchPath'>,
  ): FoundLibrary | null {
    const loaded = mapped.find((path) => path.endsWith(`/${name}`))
    // A library that was removed since it was loaded is still there for the loader.
    if (loaded !== undefined) return read(loaded) ?? 'unread'
    const fromLibrary = searchPath.map((directory) => directory.replaceAll(/\$(ORIGIN|\{ORIGIN\})/g, origin))
    const directories = [...fromEnvironment, ...fromLibrary].filter((directory) => directory.startsWith('/'))
    const inDirectory = (directory: string) => `${directory.replace(/\/$/, '')}/${name}`
    const paths = name.includes('/')
      ? [name]
      : [...directories.map(inDirectory), ...(cached.get(name) ?? []), ...usual.map(inDirectory)]
    for (const path of paths) {
      const library = read(path)
      // One for another processor is passed over.
      if (library === 'unread' || library?.machine === machine) return library
    }
    return null
  }

  return {
    checksVersions: musl === undefined,
    // 'unread' for what musl itself replaces: it is there, and needs nothing more.
    find: (name, by) => (musl !== undefined && partsOfMusl.test(name) ? 'unread' : find(name, by)),
  }
}

/** null when no library is there, or none that a loader would take. */
function readLibrary(p: PinnedProcess, path: string): FoundLibrary | null {
  try {
    const plain = followLinks(p, path)
    if (plain === null) return null
    return withContainerFile(
      p,
      plain,
      { maxBytes: maxLoadedLibraryBytes, maxPieceBytes: maxLibraryReadBytes },
      readElfDynamic,
    )
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone') throw error
    return error.code === 'unsafe-file' ? null : 'unread'
  }
}

/**
 * The directories that are compiled into glibc's loader; distributions differ.
 *
 * Source: system_dirs in elf/dl-load.c: one text after the other, each ended by NUL.
 */
function glibcDirectories(p: PinnedProcess, loader: string): string[] {
  // Bounded: the file is the container's.
  const compiledIn = /(?:(?:\/[\w.+-]{1,64}){1,8}\/\0){2,16}/.exec(readText(p, loader, maxLoaderBytes))?.[0].split('\0')
  return compiledIn?.slice(0, -1) ?? [dirname(loader), '/lib64', '/usr/lib64', '/lib', '/usr/lib']
}

/** Source: ldso/dynlink.c: `/etc/ld-musl-x86_64.path`, lines or colons between its directories. */
function muslDirectories(p: PinnedProcess, musl: string): string[] {
  const architecture = /musl-([\w-]+)\.so/.exec(musl)?.[1] ?? ''
  const configured = readText(p, `/etc/ld-musl-${architecture}.path`, 4096)
  return configured === '' ? ['/lib', '/usr/local/lib', '/usr/lib'] : configured.split(/[\n:]/)
}

/** Gives the text of a file; empty when it is not there or not safe to read. */
function readText(p: PinnedProcess, path: string, maxBytes: number): string {
  try {
    const plain = followLinks(p, path)
    return (plain && readContainerFile(p, plain, { maxBytes })?.toString('latin1')) ?? ''
  } catch (error) {
    if (!isProblem(error) || error.code === 'target-gone') throw error
    return ''
  }
}
