import { spawn, execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleNewProfile } from '../testing/samples.ts'
import { byTier } from '../testing/tier.ts'
import { writingGraceMs } from './blobs/blobs.ts'
import { openStore } from './store.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-durable-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const profile = sampleNewProfile()

const rounds = byTier(4, 20)

/** Saves profiles for ever and prints each id once its save has returned. */
const writer = `
  import { randomBytes } from 'node:crypto'
  import { writeSync } from 'node:fs'
  import { openStore } from ${JSON.stringify(join(import.meta.dirname, 'store.ts'))}
  const store = await openStore(process.argv[1])
  for (;;) {
    const { id } = await store.profiles.save(${JSON.stringify(profile)}, randomBytes(20_000))
    writeSync(1, id + '\\n')
  }`

test(`a server killed ${rounds} times in the middle of saving loses no profile that it had saved`, async () => {
  const promised: string[] = []
  for (let round = 0; round < rounds; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    let left = 1 + (round % 7)
    for await (const line of createInterface({ input: child.stdout })) {
      promised.push(line)
      if (--left === 0) child.kill('SIGKILL')
    }
    await ended
  }

  const store = await openStore(directory)
  const found = new Set((await store.profiles.list()).map(({ id }) => id))
  expect(promised.length).toBeGreaterThanOrEqual(rounds)
  expect(promised.filter((id) => !found.has(id))).toEqual([])
  for (const id of found) {
    const stored = (await store.profiles.open(id))!
    const bytes = await buffer(stored.stream)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.sha256)
  }
  // What the kills left half saved goes, and nothing else.
  await store.profiles.sweep(Date.now() + writingGraceMs)
  const files = readdirSync(join(directory, 'blobs'), { recursive: true, withFileTypes: true })
  expect(files.filter((entry) => entry.isFile())).toHaveLength(found.size)
  await store.close()
})

test('a full disk is a clear Problem, loses nothing, and saving works again once there is room', async () => {
  const small = join(directory, 'small')
  mkdirSync(small)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small])
  try {
    const store = await openStore(small)
    const kept: string[] = []
    const fill = async () => {
      for (;;) kept.push((await store.profiles.save(profile, randomBytes(50_000))).id)
    }
    await expect(fill()).rejects.toMatchObject({
      ...{ code: 'disk-full', status: 507 },
      // The path is that of the sandbox, which means nothing outside.
      message: 'The disk that holds the data directory is full.',
    })
    expect(kept.length).toBeGreaterThan(5)

    // The last bytes too: rows fail as clearly as blobs do.
    const fillRows = async () => {
      for (let row = 0; ; row++)
        await store.sessions.addCode({ codeHash: `${row}`, person: 'x'.repeat(3000), role: 'owner', expiresAt: 0 })
    }
    await expect(fillRows()).rejects.toMatchObject({ code: 'disk-full' })

    for (const id of kept) {
      const stored = (await store.profiles.open(id))!
      const bytes = await buffer(stored.stream)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.sha256)
    }
    await store.close()
    execFileSync('mount', ['-o', 'remount,size=8m', small])
    const roomier = await openStore(small)
    expect((await roomier.profiles.list()).length).toBe(kept.length)
    await roomier.profiles.save(profile, randomBytes(50_000))
    await roomier.close()
  } finally {
    execFileSync('umount', [small])
    rmdirSync(small)
  }
})
