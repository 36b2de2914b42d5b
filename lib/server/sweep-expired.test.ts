import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { openStore, type Store } from '../store/store.ts'
import { sampleNewProfile } from '../testing/samples.ts'
import { createServer, type Server } from './server.ts'
import { createFakeCollector } from './testing/fake-collector.ts'

let directory = ''
let store: Store
let server: Server | null = null
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-tidy-'))
  store = await openStore(directory)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await server?.stop()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

test('what was deleted long ago is purged though the rules of retention cannot be kept, which the log says', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = new Error('too many SQL variables')
  const retention = { ...store.retention, overdue: () => Promise.reject(broken) }
  const { id } = await store.profiles.save(sampleNewProfile(), Buffer.from('x'))
  await store.profiles.setDeleted(id, 1)
  const parts = { config: readConfig({}), store: { ...store, retention }, collector: createFakeCollector(), port: 1 }
  server = createServer(parts)
  vi.advanceTimersByTime(600_000)
  await vi.waitFor(async () => expect(await store.profiles.find(id)).toBeNull(), 10_000)
  expect(logged).toHaveBeenCalledWith(broken)
})
