/**
 * A library of 100,000 profiles (HEARTH_BENCH_PROFILES for another number): ms of each question, wall clock and CPU,
 * the median and the worst of eleven. What it costs over HTTP and in a browser is in e2e/bench/library.bench.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeLibrary } from '../../contract/library-query.ts'
import type { LibraryQuery } from '../../contract/library.ts'
import { storeManyProfiles } from '../../testing/profiles/many-profiles.ts'
import { openStore } from '../store.ts'

const count = Number(process.env['HEARTH_BENCH_PROFILES'] ?? 100_000)
const rounds = 11
const limitMs = 200
const directory = mkdtempSync(join(tmpdir(), 'hearth-bench-'))
try {
  const before = performance.now()
  await storeManyProfiles(directory, count)
  console.log(`${count} profiles made in ${((performance.now() - before) / 1000).toFixed(0)} s`)
  await measureAll()
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function measureAll(): Promise<void> {
  const opening = performance.now()
  const store = await openStore(directory)
  console.log(`${'store opened'.padEnd(44)} ${(performance.now() - opening).toFixed(0).padStart(6)} ms`)
  const page = (more: Partial<LibraryQuery>) => store.library.page({ ...wholeLibrary, captures: true, ...more })
  const [newest] = (await page({ limit: 1 })).profiles
  const { service, image, event } = newest!
  const second = (await page({})).next

  const both = async (what: string, more: Partial<LibraryQuery>) => {
    await measure(what, () => page({ ...more, choices: false }))
    await measure('    ... and its choices', () => page({ ...more, limit: 1 }))
  }
  await both('first page', {})
  await both('second page', { after: second })
  await both('one service', { service: [service] })
  await both('two engines', { engine: ['perf', 'jfr'] })
  await both('most frequent event', { event: [event] })
  await both('service, image and event', { service: [service], image: [image!], event: [event] })
  await both('a label', { label: ['release-1.3'] })
  await both('last week', { from: newest!.createdAt - 7 * 86_400_000 })
  await both('pinned', { pinned: true })
  await both('a word that many have', { q: 'checkout' })
  await both('words that all have', { q: 'acme' })
  await both('a word that none has', { q: 'nothing-of-that-name' })
  await both('a word within one service', { q: 'release-1.3', service: [service] })
  await measure('one profile, its siblings and bytes', async () => {
    const profile = await store.profiles.find(newest!.id)
    await store.profiles.listByCapture(profile!.id)
    await new Response((await store.profiles.open(newest!.id))!.stream).arrayBuffer()
  })
  await measure('list of services', () => store.services.list())
  await measure('timeline of the largest service', () => store.services.timeline('acme/checkout-0', null))
  await measure('before the last deploy', async () =>
    store.services.beforeDeploy((await store.services.newest('acme/checkout-0', 'cpu'))!),
  )
  await measure('what 30 days and 1 MiB would throw away', () =>
    store.retention.overdue([{ service: null, days: 30, maxBytes: 2 ** 20 }], Date.now()),
  )
  await measure('room taken', () => store.profiles.usedBytes())
  await store.close()
}

async function measure(what: string, run: () => Promise<unknown>): Promise<void> {
  const wall: number[] = []
  const cpu: number[] = []
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    wall.push(performance.now() - from)
    cpu.push((user + system) / 1000)
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[rounds >> 1]!
  const worst = Math.max(...wall)
  const cells = [middle(wall), worst, middle(cpu)].map((value) => value.toFixed(1).padStart(8))
  console.log(`${what.padEnd(44)}${cells.join('')} ms: median, worst, CPU${worst > limitMs ? '  OVER' : ''}`)
}
