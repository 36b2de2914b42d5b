/**
 * A container exchanges a file that root has just made for one of its own, with renameat2, while root works on it.
 * `acts` has every operation with which Hearth makes, gives away, renames or removes a name in a container.
 */
import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isProblem } from '../../errors.ts'
import { startSwapping } from '../../testing/hosts/swap-names.ts'
import { byTier } from '../../testing/tier.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { removeAttachTrigger, triggerListener } from '../attach/attach-trigger.ts'
import { listenSeqpacket } from '../kernel/fd-passing.ts'
import { installLibrary, removeInstalledFile } from '../library/install-library.ts'
import { pinProcess, type PinnedProcess } from '../process/pinned-process.ts'
import { type ProcessStatus, readStatus } from '../process/process-status.ts'
import { at, unlinkName } from './by-descriptor.ts'
import { createContainerDirectory } from './container-directory.ts'
import { createContainerFile, removeContainerFile } from './container-file.ts'
import { openParentDirectory } from './container-path.ts'
import { pinDirectory } from './open-directory.ts'
import { createPinnedFile } from './output-file.ts'

/** When Hearth changed the owner by name, 24 to 32 of 300 rounds changed the owner of the host's directory. */
const rounds = byTier(100, 10_000)
vi.setConfig({ testTimeout: byTier(120_000, 1_200_000) })
const owner = { uid: 12345, gid: 12345 }
const file = { ...owner, mode: 0o640, contents: Buffer.from('of ours') }

/** This process replaces a process of a container: its root is the host's. */
let own: PinnedProcess
let status: ProcessStatus
let hostile: string
let victim: string

beforeEach(() => {
  own = pinProcess(process.pid)
  status = readStatus(own)
  hostile = fs.mkdtempSync('/tmp/hearth-hostile-')
  victim = fs.mkdtempSync('/tmp/hearth-victim-')
  // The names of the files in `acts`, so that they exist in the target of a link that replaces their parent directory.
  for (const name of ['made', 'library.so', 'library.tmp']) fs.writeFileSync(`${victim}/${name}`, 'of the host')
})
afterEach(() => {
  own.close()
  for (const root of [hostile, victim]) fs.rmSync(root, { recursive: true, force: true })
})

/** Each has all its operations on one name of a directory, from making to removing. */
const acts: Record<string, (directory: string, name: string) => unknown> = {
  'a directory, and what is in it'(directory, name) {
    using made = createContainerDirectory(own, `${directory}/${name}`, owner)
    made.files()
    made.remove('made')
    made.removeAll()
  },
  'a file'(directory, name) {
    const made = createContainerFile(own, `${directory}/${name}`, file)
    removeContainerFile(own, `${directory}/${name}`, made)
  },
  'a file that is held open'(directory, name) {
    using made = createPinnedFile(own, `${directory}/${name}`, file)
    made.remove()
  },
  'a file whose directory is held open'(directory, name) {
    using pinned = pinDirectory(own, directory)
    pinned?.has(name)
    pinned?.remove(name)
  },
  'a library, while it has its temporary name'(directory, name) {
    const library = { contents: file.contents, name: 'library.so', temporaryName: name }
    using _installed = installLibrary(own, owner, { directory, through: 'root' }, library)
  },
  'a library'(directory, name) {
    const library = { contents: file.contents, name, temporaryName: 'library.tmp' }
    using installed = installLibrary(own, owner, { directory, through: 'root' }, library)
    removeInstalledFile(own, installed.path)
  },
  'a socket'(directory, name) {
    using parent = openParentDirectory(own, `${directory}/${name}`)
    if (parent === null) return
    try {
      fs.closeSync(listenSeqpacket(at(parent.directory, parent.name)))
    } catch (error) {
      if (!/errno 98/.test(String(error))) throw error // something is there
    }
    unlinkName(parent.directory, parent.name)
  },
}

/** Every change of a file or a directory changes its ctime. */
function stateOf(path: string) {
  const { uid, gid, mode, nlink, size, ctimeNs } = fs.lstatSync(path, { bigint: true })
  return { path, uid, gid, mode, nlink, size, ctimeNs }
}
const victims = () => [victim, ...fs.readdirSync(victim).map((name) => `${victim}/${name}`)].map(stateOf)

interface Race {
  /** The names that are exchanged, `<from><round>` and `<to><round>`. */
  readonly from: string
  readonly to: string
  readonly prepare: (round: number) => void
  readonly act: (round: number) => unknown
  /** Whether some operation must be refused; else the exchange never happened in time. */
  readonly isRefused?: boolean
}

/**
 * Runs rounds against the swapper, with at least one exchange each; returns their number. Throws: errors of an act that
 * are no Problems.
 */
async function race({ from, to, prepare, act, isRefused = true }: Race): Promise<number> {
  await using swapper = startSwapping(from, to)
  fs.writeFileSync(`${from}0`, '')
  fs.writeFileSync(`${to}0`, '')
  swapper.begin(0)
  await waitUntil('the swapper swaps', () => swapper.swaps() > 0)
  let refused = 0
  const isOver = () => swapper.swaps() >= rounds && (refused > 0 || !isRefused)
  let round = 1
  for (; round <= rounds || (!isOver() && round <= 100 * rounds); round++) {
    if (round > rounds) await delay(1) // lets the swapper run on a busy machine
    prepare(round)
    swapper.begin(round)
    try {
      await act(round)
    } catch (error) {
      if (!isProblem(error)) throw error
      refused++
    }
  }
  expect(isOver()).toBe(true)
  return round - 1
}

const names = Object.keys(acts)

test.each(names)('%s: a link that replaces it is never followed', async (name) => {
  for (const decoy of [victim, `${victim}/made`]) {
    const before = victims()
    await race({
      ...{ from: `${hostile}/a`, to: `${hostile}/b`, isRefused: false },
      prepare: (round) => fs.symlinkSync(decoy, `${hostile}/b${round}`),
      act: (round) => acts[name]!(hostile, `a${round}`),
    })
    expect(victims()).toEqual(before)
    fs.rmSync(hostile, { recursive: true })
    fs.mkdirSync(hostile)
  }
})

test.each(names)('%s: a link that replaces its parent directory is never followed', async (name) => {
  const before = victims()
  await race({
    ...{ from: `${hostile}/a`, to: `${hostile}/b` },
    prepare(round) {
      fs.mkdirSync(`${hostile}/a${round}`)
      fs.symlinkSync(victim, `${hostile}/b${round}`)
    },
    act: (round) => acts[name]!(`${hostile}/a${round}`, 'made'),
  })
  expect(victims()).toEqual(before)
})

test('another directory of the container that replaces ours keeps its owner', async () => {
  const run = await race({
    ...{ from: `${hostile}/a`, to: `${hostile}/b` },
    prepare(round) {
      fs.mkdirSync(`${hostile}/b${round}`, { mode: 0o700 })
      fs.writeFileSync(`${hostile}/b${round}/kept`, '')
    },
    act: (round) => acts['a directory, and what is in it']!(hostile, `a${round}`),
  })
  const holders = fs.readdirSync(hostile).filter((name) => fs.existsSync(`${hostile}/${name}/kept`))
  expect(holders.length).toBe(run)
  expect(holders.filter((name) => fs.statSync(`${hostile}/${name}`).uid !== process.getuid!())).toEqual([])
})

test('an attach trigger is never made or removed through a link', async () => {
  // The name of a trigger is fixed by its PID. This process is no JVM, so no signal is sent.
  const [trigger, noPid] = ['/tmp/.attach_pid', '1000000']
  const decoy = `/tmp/.hearth-decoy_${process.pid}_`
  const before = victims()
  let run = 0
  try {
    run = await race({
      ...{ from: trigger + noPid, to: decoy },
      prepare: (round) => fs.symlinkSync(`${victim}/made`, `${decoy}${round}`),
      async act(round) {
        const triggered = { ...status, namespacePid: Number(`${noPid}${round}`) }
        removeAttachTrigger(own, triggered)
        await triggerListener(own, 'target', triggered, () => Promise.resolve(null))
      },
    })
    expect(victims()).toEqual(before)
  } finally {
    for (let round = 0; round <= Math.max(run, rounds); round++)
      for (const name of [`${trigger}${noPid}${round}`, `${decoy}${round}`]) fs.rmSync(name, { force: true })
  }
})
