/** What a capture could leave behind: files in a container, processes and files on the host. */
import fs from 'node:fs'

/** Every file below the process's /tmp and beside it in its working directory, with what tells that it was touched. */
export function filesOf(hostPid: number): string[] {
  const process = `/proc/${hostPid}`
  const hasTmp = fs.existsSync(`${process}/root/tmp`)
  const inTmp = hasTmp ? fs.readdirSync(`${process}/root/tmp`, { recursive: true, encoding: 'utf8' }) : []
  const beside = fs.readdirSync(`${process}/cwd`)
  return [...inTmp.map((name) => `root/tmp/${name}`), ...beside.map((name) => `cwd/${name}`)].sort().map((path) => {
    const { mode, uid, gid, size } = fs.lstatSync(`${process}/${path}`)
    return `${path} ${mode.toString(8)} ${uid}:${gid} ${size}`
  })
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
