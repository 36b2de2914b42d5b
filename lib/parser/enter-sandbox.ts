/**
 * Becomes the parser: takes away from this process all that reading a recording does not need, then starts the program
 * in its place.
 *
 * With a root of its own (`unshare --mount` stands before, this is root): a read-only file system of the parser's code,
 * Node and the system's libraries, no /proc and no directory of Hearth's; another user without a capability. In every
 * case Landlock, where the kernel has it, and a filter of system calls. The argument is an `EnterSandbox` as JSON.
 */
import { hostFiles } from '../host/kernel/named-files.ts'
import { dropCapabilities } from '../host/command/drop-capabilities.ts'
import {
  becomeRoot,
  confineFiles,
  keepOpen,
  mount,
  mountFlags,
  refuseNewPrivileges,
  refuseSystemCalls,
} from '../host/kernel/confine.ts'
import { buildSyscallFilter } from '../host/kernel/syscall-filter.ts'

export interface EnterSandbox {
  /**
   * The user to become in a root of its own; null: this process stays who it is, and sees the host's files as Landlock
   * lets it.
   */
  readonly uid: number | null
  readonly node: string
  readonly folders: CodeFolders
  /** Where the parser's own code is seen in a root of its own. */
  readonly libraryInOwnRoot: string
  /** How many open descriptors it gets after its standard streams. */
  readonly descriptors: number
  /** Arguments of Node; `@library` and `@demangler` are replaced by where the code is in there. */
  readonly args: readonly string[]
}

/** Directories of the code that the parser runs: its own, and that of the demangler. */
interface CodeFolders {
  readonly library: string
  readonly demangler: string
}

const { O_DIRECTORY, O_RDONLY } = hostFiles.constants
const oPath = 0o10000000
/** Where the C library and its kin are, on every distribution that keeps to the file system hierarchy. */
const systemLibraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64']
/** It is there on every system, and what it hides is opened before. */
const newRoot = '/tmp'
const ownRootNode = '/hearth/node'

const { uid, node, folders, libraryInOwnRoot, descriptors, args } = JSON.parse(
  process.argv[2] ?? 'null',
) as EnterSandbox
// As in a checkout: that is where the demangler is looked for.
const ownRootFolders: CodeFolders = {
  library: libraryInOwnRoot,
  demangler: '/hearth/node_modules/gecko-profiler-demangle',
}
const open = (path: string) => hostFiles.openSync(path, oPath)
const inside = uid === null ? { node, ...folders } : enterOwnRoot(uid)
// Node asks the file above what kind of module the code is.
const sharedFiles = [`${folders.library}/../package.json`, ...systemLibraries].filter(exists)
const readable = uid === null ? [node, folders.library, folders.demangler, ...sharedFiles] : ['/']
// Node closes what it does not know when it becomes another program.
for (let index = 0; index < descriptors; index++) keepOpen(3 + index)
refuseNewPrivileges()
confineFiles(readable.map(open))
refuseSystemCalls(buildSyscallFilter(process.arch as 'x64' | 'arm64', process.pid))
const nodeArgs = args.map((argument) =>
  argument.replace('@library', inside.library).replace('@demangler', inside.demangler),
)
process.execve!(inside.node, [inside.node, ...nodeArgs], {
  ...process.env,
  OPENSSL_CONF: '/nonexistent', // one that is there and closed would be an error
})

function enterOwnRoot(user: number): Pick<EnterSandbox, 'node'> & CodeFolders {
  const directories = [folders.library, folders.demangler].map(open)
  const nodeFd = open(node)
  const libraries = systemLibraries.filter(exists).map((path) => ({ path, descriptor: openUnlessLink(path) }))
  const own = 'size=64k,mode=755'
  mount('hearth', newRoot, 'tmpfs', mountFlags.noSetuid | mountFlags.noDevices, own)
  for (const [index, path] of Object.values(ownRootFolders).entries()) {
    hostFiles.mkdirSync(newRoot + path, { recursive: true, mode: 0o755 })
    bind(directories[index]!, newRoot + path)
  }
  hostFiles.writeFileSync(newRoot + ownRootNode, '')
  bind(nodeFd, newRoot + ownRootNode)
  for (const { path, descriptor } of libraries) {
    if (typeof descriptor === 'string') hostFiles.symlinkSync(descriptor, newRoot + path)
    else {
      hostFiles.mkdirSync(newRoot + path, { recursive: true, mode: 0o755 })
      bind(descriptor, newRoot + path)
    }
  }
  mount(null, newRoot, null, mountFlags.remount | mountFlags.readOnly | mountFlags.noSetuid | mountFlags.noDevices, own)
  process.chdir(newRoot)
  becomeRoot()
  process.setgroups!([])
  process.setgid!(user)
  process.setuid!(user)
  dropCapabilities()
  return { node: ownRootNode, ...ownRootFolders }
}

function bind(descriptor: number, target: string): void {
  mount(`/proc/self/fd/${descriptor}`, target, null, mountFlags.bind)
  const { remount, bind, readOnly, noSetuid, noDevices } = mountFlags
  mount(null, target, null, remount | bind | readOnly | noSetuid | noDevices)
}

function exists(path: string): boolean {
  return hostFiles.existsSync(path)
}

/** A descriptor, or what the link says: `/lib` is `usr/lib` on most systems. */
function openUnlessLink(path: string): number | string {
  return hostFiles.lstatSync(path).isSymbolicLink()
    ? hostFiles.readlinkSync(path)
    : hostFiles.openSync(path, O_RDONLY | O_DIRECTORY)
}
