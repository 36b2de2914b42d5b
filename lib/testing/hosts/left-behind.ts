/** What a capture could leave behind: files in a container, processes and files on the host. */
import fs from 'node:fs'

/** Where a profiler may put a file: HotSpot's directory, others that a user may write, and those that only we would. */
const traceDirectories = ['tmp', 'var/tmp', 'run', 'dev/shm', 'opt', 'home']

/**
 * Every file in such a place, beside it in its working directory and at its root, with what tells that it was touched.
 */
export function filesOf(hostPid: number): string[] {
  const process = `/proc/${hostPid}`
  const inTraceDirectories = traceDirectories.flatMap((traceDirectory) =>
    list(`${process}/root/${traceDirectory}`, true).map((name) => `root/${traceDirectory}/${name}`),
  )
  const atRoot = list(`${process}/root`, false).map((name) => `root/${name}`)
  const beside = list(`${process}/cwd`, false).map((name) => `cwd/${name}`)
  return [...inTraceDirectories, ...atRoot, ...beside].sort().map((path) => {
    const { mode, uid, gid, size } = fs.lstatSync(`${process}/${path}`)
    return `${path} ${mode.toString(8)} ${uid}:${gid} ${size}`
  })
}

function list(directory: string, recursive: boolean): string[] {
  return fs.existsSync(directory) ? fs.readdirSync(directory, { recursive, encoding: 'utf8' }) : []
}

/** Command lines of the host's processes that hold this text. */
export function processesWith(text: string): string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`)
    .map(commandLineOf)
    .filter((line) => line.includes(text))
}

function commandLineOf(hostPid: string): string {
  try {
    return fs.readFileSync(`/proc/${hostPid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return '' // ended meanwhile
  }
}
