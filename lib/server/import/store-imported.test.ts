import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noService } from '../../contract/constants.ts'
import { defaultImportOptions, type ImportOptions } from '../../contract/imports.ts'
import type { ParsedProfile } from '../../parser/output-frames.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { wholeLibrary } from '../../contract/library-query.ts'
import { describeHotMethodShare, findHotMethod } from '../../profile/quality/findings.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { openStore, type Store } from '../../store/store.ts'
import { startDigester } from '../profiles/digest/digest-thread.ts'
import { saveImported } from './import-profile.ts'

// Digesting starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let directory = ''
let store: Store
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-import-'))
})

/** `event` names its frame too, so that each has bytes of its own. */
function parsed(event: string): ParsedProfile {
  const builder = createProfileBuilder()
  builder.sample(builder.stack(-1, builder.frame(`Shop.${event}`, 'java')), builder.thread('main', 1), 0, 1)
  const bytes = encodeProfile(builder.finish('samples', { ...emptyProvenance('jfr'), event }))
  return { event, samples: 1, bytes }
}
async function keep(events: readonly string[], profiles = store.profiles) {
  const digester = startDigester()
  try {
    const upload = { fileName: 'shop.jfr', createdBy: 'ada' }
    return await saveImported(events.map(parsed), upload, { profiles, digester })
  } finally {
    await digester.close()
  }
}
const blobFiles = () =>
  readdirSync(join(directory, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('a file of three events of which the third has no room leaves none of them', async () => {
  store = await openStore(directory)
  const { profiles } = await keep(['cpu', 'lock', 'alloc'])
  const sizes = profiles.map(({ bytes }) => bytes)
  await store.close()
  rmSync(directory, { recursive: true })

  store = await openStore(directory, sizes[0]! + sizes[1]! + sizes[2]! - 1)
  await expect(keep(['cpu', 'lock', 'alloc'])).rejects.toMatchObject({ code: 'quota-reached' })
  expect([await store.profiles.list(), await store.profiles.list({ deleted: true }), blobFiles()]).toEqual([[], [], []])
  expect((await keep(['cpu', 'lock'])).profiles.map(({ name }) => name)).toEqual(['shop cpu', 'shop lock'])
})

test('the service is what the file names, else what its sender chose, else none', async () => {
  store = await openStore(directory)
  const serviceOf = async (inFile: string | null, options?: ImportOptions) => {
    const digester = startDigester()
    const builder = createProfileBuilder()
    builder.sample(builder.stack(-1, builder.frame('Shop.run', 'java')), builder.thread('main', 1), 0, 1)
    const target: Record<string, string> = inFile === null ? {} : { service: inFile }
    const bytes = encodeProfile(builder.finish('samples', { ...emptyProvenance('folded'), target }))
    const file = { fileName: 'monday.folded', createdBy: 'ada', ...(options && { options }) }
    const { profiles } = await saveImported([{ event: 'cpu', samples: 1, bytes }], file, {
      profiles: store.profiles,
      digester,
    })
    await digester.close()
    return profiles[0]!.service
  }
  const chosen = { ...defaultImportOptions, service: 'chosen' }
  expect(await serviceOf('named', chosen)).toBe('named')
  expect(await serviceOf(null, chosen)).toBe('chosen')
  expect(await serviceOf(null, defaultImportOptions)).toBe(noService)
  expect(await serviceOf(null)).toBe(noService)
})

test('events of one capture that come in files of their own are one row, of one sender, each event once', async () => {
  store = await openStore(directory)
  const digester = startDigester()
  const options = { ...defaultImportOptions, group: 'a'.repeat(32) }
  const sourceOf = async (event: string, more: { createdBy?: string; options?: ImportOptions } = {}) => {
    const file = { fileName: `shop.${event}.folded`, createdBy: 'ada', options, ...more }
    const { profiles } = await saveImported([parsed(event)], file, { profiles: store.profiles, digester })
    expect(profiles).toMatchObject([{ name: 'shop', event }])
    return profiles[0]!.captureId
  }
  const source = await sourceOf('cpu')
  expect(source).not.toBeNull()
  expect(await sourceOf('alloc')).toBe(source)
  expect(await sourceOf('cpu')).toBeNull()
  expect(await sourceOf('lock', { options: defaultImportOptions })).toBeNull()
  expect([source, options.group]).not.toContain(await sourceOf('lock', { createdBy: 'eve' }))
  const page = await store.library.page({ ...wholeLibrary, captures: true, limit: 500 })
  expect(page.profiles.filter(({ captureId }) => captureId === source)).toHaveLength(2)
  await digester.close()
})

test('a profile is kept with its hot method, which finds it again', async () => {
  store = await openStore(directory)
  const digester = startDigester()
  const bytes = encodeProfile(shopProfile())
  const file = { fileName: 'x.ss', createdBy: 'ada' }
  const { profiles } = await saveImported([{ event: 'cpu', samples: 1, bytes }], file, {
    profiles: store.profiles,
    digester,
  })
  await digester.close()
  const { name, share } = findHotMethod(shopProfile())!
  expect(profiles).toMatchObject([{ name: 'x', hotMethod: { name, share } }])
  expect(await store.profiles.find(profiles[0]!.id)).toMatchObject({ hotMethod: { name, share } })
  const found = await store.library.page({ ...wholeLibrary, q: name.split('.').at(-1)! })
  expect(found.profiles.map(({ id }) => id)).toEqual([profiles[0]!.id])
})

test('the hot method of a profile with idle threads is kept with its share of busy time, as the viewer says it', async () => {
  store = await openStore(directory)
  const digester = startDigester()
  const builder = createProfileBuilder()
  const stackOf = (...names: string[]) =>
    names.reduce((caller, name) => builder.stack(caller, builder.frame(name, 'java')), -1)
  const stacks = [
    stackOf('shop.Main.run', 'shop.Rules.find'),
    stackOf('java.util.concurrent.ThreadPoolExecutor.getTask', 'jdk.internal.misc.Unsafe.park'),
    stackOf('shop.Main.run', 'shop.Tax.add'),
    stackOf('java.util.concurrent.ThreadPoolExecutor.getTask', 'jdk.internal.misc.Unsafe.park'),
  ]
  for (let at = 0; at < 800; at++) builder.sample(stacks[at % 8 === 6 ? 0 : at % 4]!, builder.thread('main'), at, 1)
  const profile = builder.finish('samples', emptyProvenance('test'))
  const bytes = encodeProfile(profile)
  const file = { fileName: 'x.ss', createdBy: 'ada' }
  const options = { profiles: store.profiles, digester }
  const { profiles } = await saveImported([{ event: 'cpu', samples: 800, bytes }], file, options)
  await digester.close()
  const hotMethod = { name: 'shop.Rules.find', share: 0.75, base: 'busy time' }
  expect(await store.profiles.find(profiles[0]!.id)).toMatchObject({ hotMethod })
  expect(describeHotMethodShare(profile, findHotMethod(profile)!).text).toBe('75% of busy time')
})

test('a profile without a hot method is kept with the method that comes first, which finds it again', async () => {
  store = await openStore(directory)
  const digester = startDigester()
  const bytes = encodeProfile(
    profileFromDiagram(`
      shop.Main.run   shop.Main.run shop.Main.run
      shop.Rules.find memcpy_[n]    shop.Tax.add
      6               92            2
    `),
  )
  const file = { fileName: 'x.ss', createdBy: 'ada' }
  const options = { profiles: store.profiles, digester }
  const { profiles } = await saveImported([{ event: 'cpu', samples: 1, bytes }], file, options)
  await digester.close()
  const kept = { hotMethod: null, topMethod: { name: 'shop.Rules.find', share: 0.06 } }
  expect(profiles).toMatchObject([kept])
  expect(await store.profiles.find(profiles[0]!.id)).toMatchObject(kept)
  const { count } = await store.library.page({ ...wholeLibrary, q: 'rules.find' })
  expect(count).toBe(1)
})

test('what cannot be taken back does not hide why', async () => {
  store = await openStore(directory)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const full = new Error('full')
  const stuck = new Error('stuck')
  const save: typeof store.profiles.save = (profile, bytes) =>
    profile.event === 'lock' ? Promise.reject(full) : store.profiles.save(profile, bytes)
  const profiles = { ...store.profiles, save, remove: () => Promise.reject(stuck) }
  await expect(keep(['cpu', 'lock'], profiles)).rejects.toBe(full)
  expect(logged).toHaveBeenCalledWith(stuck)
  logged.mockRestore()
})

test.each([
  ['at which its recording began', Date.UTC(2026, 4, 1), Date.UTC(2026, 4, 1)],
  ['that no file names', null, null],
  ['of a clock that counts from the start of its machine', 86_400_000, null],
  ['that is still to come', Date.now() + 30 * 86_400_000, null],
  ['beyond all time', 1e300, null],
])('a file was captured at the moment %s', async (_, startedAt, capturedAt) => {
  store = await openStore(directory)
  const builder = createProfileBuilder()
  builder.sample(builder.stack(-1, builder.frame('main', 'java')), builder.thread('main', 1), 0, 1)
  const bytes = encodeProfile(builder.finish('samples', { ...emptyProvenance('jfr'), startedAt }))
  const digester = startDigester()
  const upload = { fileName: 'shop.jfr', createdBy: 'ada' }
  const parts = { profiles: store.profiles, digester }
  const { profiles } = await saveImported([{ event: 'cpu', samples: 1, bytes }], upload, parts)
  await digester.close()
  expect(profiles[0]).toMatchObject({ capturedAt })
  expect(await store.profiles.find(profiles[0]!.id)).toEqual(profiles[0])
})
