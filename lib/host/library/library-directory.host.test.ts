/**
 * Where a library can be put in real containers, and how: never through a link, never over what is mapped, nothing
 * left.
 */
import fs from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { type ContainerOptions, runContainer, type TestContainer } from '../../testing/hosts/containers.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { findLibraryLocation, type LibraryLocation } from './library-directory.ts'
import { type PinnedProcess, pinProcess } from '../process/pinned-process.ts'
import { installLibrary, removeInstalledFile } from './install-library.ts'
import { readStatus } from '../process/process-status.ts'

let container: TestContainer | undefined
let process: PinnedProcess | undefined
afterEach(async () => {
  process?.close()
  await container?.stop()
})

/** A program that only sleeps, as the user of the image: nothing here needs a JVM. */
async function start(options: Partial<ContainerOptions>): Promise<PinnedProcess> {
  container = await runContainer({ image: 'debian-jdk17', command: ['/bin/sleep', '600'], ...options })
  process = pinProcess(await container.hostPid(), 'shop')
  return process
}

const noExec = { readOnly: true, tmpfs: { '/tmp': 'rw,noexec' } }

const locations: [string, Partial<ContainerOptions>, 'root' | 'target', LibraryLocation][] = [
  ['by default', {}, 'root', { directory: '/tmp', through: 'root' }],
  ['by default, from a helper', {}, 'target', { directory: '/tmp', through: 'root' }],
  ['with a noexec /tmp', { tmpfs: { '/tmp': 'rw,noexec' } }, 'root', { directory: '/var/tmp', through: 'root' }],
  [
    'with an executable tmpfs',
    { readOnly: true, tmpfs: { '/tmp': 'rw,exec' } },
    'target',
    { directory: '/tmp', through: 'root' },
  ],
  ['below a read-only root', noExec, 'root', { directory: '/', through: 'merged' }],
]
test.each(locations)('%s', async (_, options, writer, location) => {
  const p = await start(options)
  expect(findLibraryLocation(p, readStatus(p), { writer })).toEqual(location)
})

test('a helper without privileges finds none below a read-only root, and says what is wrong with each', async () => {
  const p = await start(noExec)
  const location = findLibraryLocation(p, readStatus(p), { writer: 'target' })
  expect('reason' in location && location.reason).toBe(
    '/tmp is mounted noexec, /var/tmp is read-only, /run is read-only, /dev/shm is mounted noexec, /opt is read-only, / is read-only',
  )
})

test.each([
  ['/tmp', {}],
  ['/', noExec],
] as const)(
  'in %s it is whole and the user’s, again replaces it without writing to it, and is gone after',
  async (directory, options) => {
    const p = await start(options)
    const before = filesOf(p.hostPid)
    const status = readStatus(p)
    const location = findLibraryLocation(p, status, { writer: 'root' }) as Extract<
      LibraryLocation,
      { directory: string }
    >
    expect(location.directory).toBe(directory)
    const library = { name: '.hearth-x.so', temporaryName: '.hearth-x.so.1', contents: Buffer.from('contents') }
    const first = installLibrary(p, status, location, library)
    const path = `/proc/${p.hostPid}/root${first.path}`
    const { ino, uid, mode } = fs.statSync(path)
    expect([fs.readFileSync(path, 'utf8'), uid, mode & 0o777]).toEqual(['contents', status.uid, 0o555])
    using second = installLibrary(p, status, location, library)
    expect(fs.statSync(path).ino).not.toBe(ino)
    second.remove()
    first.remove()
    expect(filesOf(p.hostPid)).toEqual(before)
  },
)

test('what a killed collector left below a read-only root can be removed', async () => {
  const p = await start(noExec)
  const before = filesOf(p.hostPid)
  const status = readStatus(p)
  const library = { name: '.hearth-x.so', temporaryName: '.hearth-x.so.1', contents: Buffer.from('x') }
  const { path } = installLibrary(p, status, { directory: '/', through: 'merged' }, library)
  expect(filesOf(p.hostPid)).not.toEqual(before)
  removeInstalledFile(p, path)
  expect(filesOf(p.hostPid)).toEqual(before)
})

test('a link in place of a directory is not followed', async () => {
  const p = await start({})
  const root = `/proc/${p.hostPid}/root`
  fs.rmSync(`${root}/var/tmp`, { recursive: true })
  fs.symlinkSync('/etc', `${root}/var/tmp`)
  const location = { directory: '/var/tmp', through: 'root' } as const
  const library = { name: '.hearth-x.so', temporaryName: '.hearth-x.so.1', contents: Buffer.from('x') }
  expect(() => installLibrary(p, readStatus(p), location, library)).toThrow('is a symbolic link')
  expect(fs.existsSync('/etc/.hearth-x.so.1') || fs.existsSync(`${root}/etc/.hearth-x.so.1`)).toBe(false)
})
