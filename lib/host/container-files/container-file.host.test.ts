import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runContainer } from '../../testing/hosts/containers.ts'
import {
  copyContainerFile,
  createContainerFile,
  readContainerFile,
  removeContainerFile,
  statContainerFile,
} from './container-file.ts'
import { type PinnedProcess, pinProcess } from '../process/pinned-process.ts'
import { readStatus } from '../process/process-status.ts'
import { whyTmpNotWritable } from './tmp-directory.ts'

// This process replaces one in a container: paths are resolved from its root directory in the same way.
const p: PinnedProcess = pinProcess(process.pid)
const user = 10001
const limits = { maxBytes: 2 ** 20, ownerUid: user }
const unsafe: unknown = expect.objectContaining({ code: 'unsafe-file' })
let directory = ''

beforeAll(() => {
  directory = fs.mkdtempSync('/tmp/hearth-files-')
})
afterAll(() => {
  fs.rmSync(directory, { recursive: true })
  p.close()
})
beforeEach(() => {
  fs.rmSync(directory, { recursive: true })
  fs.mkdirSync(`${directory}/tmp`, { recursive: true })
  fs.mkdirSync(`${directory}/host`)
  fs.writeFileSync(`${directory}/host/secret`, 'secret of the host')
  fs.writeFileSync(`${directory}/tmp/map`, 'the map')
  fs.chownSync(`${directory}/tmp/map`, user, user)
})
const map = () => `${directory}/tmp/map`
const secretOnly = () => fs.readFileSync(`${directory}/host/secret`, 'utf8')

describe('reading a file of a container', () => {
  test('returns a file of the right owner, and null for one that does not exist', () => {
    expect(readContainerFile(p, map(), limits)?.toString()).toBe('the map')
    expect(readContainerFile(p, `${directory}/tmp/none`, limits)).toBe(null)
    expect(readContainerFile(p, `${directory}/none/map`, limits)).toBe(null)
    expect(readContainerFile(p, `${map()}/below-a-file`, limits)).toBe(null)
  })

  const hostile: Record<string, (path: string) => void> = {
    'a symbolic link': (path) => fs.symlinkSync(`${directory}/host/secret`, path),
    'a dangling link': (path) => fs.symlinkSync('/nonexistent', path),
    'a FIFO': (path) => execFileSync('mknod', [path, 'p']),
    'a device': (path) => execFileSync('mknod', [path, 'c', '1', '5']),
    'a socket': (path) =>
      execFileSync(process.execPath, [
        '-e',
        `require('net').createServer().listen(${JSON.stringify(path)}, () => process.exit())`,
      ]),
    'a directory': (path) => fs.mkdirSync(path),
    'a sparse file of 50 GB': (path) => {
      fs.writeFileSync(path, '')
      fs.truncateSync(path, 50 * 2 ** 30)
    },
    'a hard link': (path) => {
      fs.chownSync(`${directory}/host/secret`, user, user)
      fs.linkSync(`${directory}/host/secret`, path)
    },
    'a file of another user': (path) => {
      fs.writeFileSync(path, 'x')
      fs.chownSync(path, user + 1, user)
    },
  }

  test.each(Object.keys(hostile))('refuses %s, and copies nothing of it', (kind) => {
    fs.rmSync(map())
    hostile[kind]!(map())
    if (!['a hard link', 'a file of another user', 'a dangling link', 'a symbolic link'].includes(kind)) {
      fs.chownSync(map(), user, user)
    }
    expect(() => readContainerFile(p, map(), limits)).toThrow(unsafe)
    expect(() => copyContainerFile(p, map(), `${directory}/copy`, limits)).toThrow(unsafe)
    expect(fs.existsSync(`${directory}/copy`)).toBe(false)
  })

  test('refuses a link in a parent directory', () => {
    fs.symlinkSync(`${directory}/host`, `${directory}/tmp/link`)
    expect(() => readContainerFile(p, `${directory}/tmp/link/secret`, { maxBytes: 100 })).toThrow(unsafe)
  })

  test.each(['relative', '/tmp/../etc/passwd', '/tmp//x', '/tmp/./x', '/tmp/x\0y', '/'])(
    'refuses the path %j',
    (path) => {
      expect(() => readContainerFile(p, path, limits)).toThrow(unsafe)
    },
  )

  test('reads a growing file up to its size at the start', async () => {
    const growing = spawn('sh', ['-c', `while :; do echo more >> ${map()}; done`])
    try {
      const buffer = readContainerFile(p, map(), limits)!
      expect(buffer.length).toBeLessThanOrEqual(fs.statSync(map()).size)
      const copied = copyContainerFile(p, map(), `${directory}/copy`, limits)!
      expect(fs.statSync(`${directory}/copy`).size).toBe(copied.bytes)
    } finally {
      growing.kill('SIGKILL')
      await once(growing, 'exit')
    }
  })

  test('does not wait for a FUSE file system of a container that never answers', () => {
    const fuse = fs.openSync('/dev/fuse', 'r+')
    fs.mkdirSync(`${directory}/tmp/fuse`)
    const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
    execFileSync('mount', ['-i', '-n', '-t', 'fuse', '-o', options, 'none', `${directory}/tmp/fuse`], {
      stdio: ['ignore', 'inherit', 'inherit', fuse],
    })
    try {
      // A lookup there would block the whole process, so a child process does it.
      const script = `
        import { readContainerFile } from '${import.meta.dirname}/container-file.ts'
        import { pinProcess } from '${import.meta.dirname}/../process/pinned-process.ts'
        try { readContainerFile(pinProcess(process.pid), '${directory}/tmp/fuse/map', { maxBytes: 100 }) }
        catch (error) { process.stdout.write(error.code) }`
      const arguments_ = ['--input-type=module', '-e', script]
      expect(
        execFileSync(process.execPath, arguments_, { timeout: 20_000, killSignal: 'SIGKILL', encoding: 'utf8' }),
      ).toBe('unsafe-file')
    } finally {
      execFileSync('umount', ['-n', '-l', `${directory}/tmp/fuse`])
      fs.closeSync(fuse) // ends all requests that wait for an answer
    }
  })

  test('never returns a byte of the host while a directory is replaced by a link and back', async () => {
    fs.mkdirSync(`${directory}/tmp/flip`)
    fs.writeFileSync(`${directory}/tmp/flip/secret`, 'of the container')
    const flipper = `
      const fs = require('node:fs'), d = ${JSON.stringify(`${directory}/tmp`)}
      fs.symlinkSync(${JSON.stringify(`${directory}/host`)}, d + '/link')
      for (let i = 0; i < 50000; i++) {
        fs.renameSync(d + '/flip', d + '/real'); fs.renameSync(d + '/link', d + '/flip')
        fs.renameSync(d + '/flip', d + '/link'); fs.renameSync(d + '/real', d + '/flip')
      }`
    const child = spawn(process.execPath, ['-e', flipper])
    let over = false
    const ended = once(child, 'exit').finally(() => (over = true))
    const seen = { read: 0, refused: 0, absent: 0 }
    while (!over) {
      for (let turn = 0; turn < 200; turn++) {
        try {
          const bytes = readContainerFile(p, `${directory}/tmp/flip/secret`, { maxBytes: 100 })
          if (bytes === null) seen.absent++
          else {
            seen.read++
            expect(bytes.toString()).toBe('of the container')
          }
        } catch (error) {
          expect(error).toEqual(unsafe)
          seen.refused++
        }
      }
      await new Promise(setImmediate)
    }
    expect(await ended).toEqual([0, null])
    expect(seen.read).toBeGreaterThan(0)
    expect(seen.refused).toBeGreaterThan(0)
  })
})

describe('writing a file into a container', () => {
  const file = { mode: 0o640, uid: user, gid: user }

  test('creates a file of the given owner, and removes only that one', () => {
    const path = `${directory}/tmp/new`
    const made = createContainerFile(p, path, { ...file, contents: Buffer.from('contents') })
    expect(made).toMatchObject({ kind: 'file', uid: user, gid: user, mode: 0o640, bytes: 8 })
    expect(statContainerFile(p, path)).toEqual(made)
    fs.renameSync(path, `${path}.moved`)
    fs.writeFileSync(path, 'of another program')
    expect(removeContainerFile(p, path, made)).toBe(false)
    expect(fs.readFileSync(path, 'utf8')).toBe('of another program')
    expect(removeContainerFile(p, `${path}.moved`, made)).toBe(true)
    expect(removeContainerFile(p, `${path}.moved`)).toBe(false)
  })

  test('never writes through a link or over a file', () => {
    fs.symlinkSync(`${directory}/host/secret`, `${directory}/tmp/link`)
    fs.symlinkSync(`${directory}/host/new`, `${directory}/tmp/dangling`)
    fs.symlinkSync(`${directory}/host`, `${directory}/tmp/parent`)
    for (const path of ['link', 'dangling', 'map', 'parent/new']) {
      expect(() => createContainerFile(p, `${directory}/tmp/${path}`, file)).toThrow(unsafe)
    }
    expect(secretOnly()).toBe('secret of the host')
    expect(fs.readdirSync(`${directory}/host`)).toEqual(['secret'])
  })

  test('removes a link, never what it points to', () => {
    fs.symlinkSync(`${directory}/host/secret`, `${directory}/tmp/link`)
    expect(removeContainerFile(p, `${directory}/tmp/link`)).toBe(true)
    expect(secretOnly()).toBe('secret of the host')
  })

  test('fails with the reason', () => {
    expect(() => createContainerFile(p, `${directory}/none/new`, file)).toThrow(
      expect.objectContaining({ code: 'tmp-not-writable' }),
    )
  })
})

test('files of a container are read from its own root, and its /tmp is tested for its user', async () => {
  await using usual = await runContainer({ image: 'scratch-jdk17' })
  await using readOnly = await runContainer({ image: 'scratch-jdk17', readOnly: true })
  using inside = pinProcess(await usual.hostPid())
  using readOnlyInside = pinProcess(await readOnly.hostPid())
  expect(readContainerFile(inside, '/opt/java/release', { maxBytes: 2 ** 16 })?.toString()).toContain('JAVA_VERSION')
  expect(readContainerFile(inside, `${directory}/host/secret`, { maxBytes: 100 })).toBe(null)
  expect(whyTmpNotWritable(inside, readStatus(inside))).toBe(null)
  expect(whyTmpNotWritable(readOnlyInside, readStatus(readOnlyInside))).toBe('its file system is read-only')
  expect(() => createContainerFile(readOnlyInside, '/tmp/x', { mode: 0o600, uid: 0, gid: 0 })).toThrow(
    expect.objectContaining({ code: 'tmp-not-writable' }),
  )
  await usual.kill()
  expect(() => readContainerFile(inside, '/opt/java/release', { maxBytes: 2 ** 16 })).toThrow(
    expect.objectContaining({ code: 'target-gone' }),
  )
})
