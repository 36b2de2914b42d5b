import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUploadParser } from '../../collector/parse-uploads.ts'
import { type Config, readConfig } from '../../config.ts'
import { defaultImportOptions, type ImportOptions } from '../../contract/imports.ts'
import { openStore, type Store } from '../../store/store.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { createImporter } from './import-profile.ts'

describe('createImporter', () => {
  let directory: string
  let store: Store
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hearth-test-'))
    store = await openStore(directory)
  })
  afterAll(async () => {
    await store.close()
    await rm(directory, { recursive: true })
  })

  /** Beside a collector without its socket. */
  const importerOf = (config: Config) =>
    createImporter({ config, profiles: store.profiles, collector: { parseUpload: createUploadParser(config) } })

  const send = (text: string, more: { bytes?: number; options?: ImportOptions; maxUploadBytes?: number } = {}) => {
    const { bytes = null, options, maxUploadBytes = 2 ** 31 } = more
    const importFile = importerOf({ ...readConfig({}), maxUploadBytes })
    const { signal } = new AbortController()
    const upload = { body: chunksOf(text, 7), fileName: 'shop.folded', bytes, createdBy: 'owner', signal }
    return importFile(options ? { ...upload, options } : upload)
  }

  it('keeps a file, says what it is and which lines were passed over', async () => {
    const { profiles, warnings } = await send('main;a 3\nwhat\nmain;b 4\n')
    expect(profiles).toMatchObject([{ name: 'shop', service: '(no service)', engine: 'folded', total: 7, warnings: 1 }])
    expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 1, line: 2 }])
    expect(await store.profiles.find(profiles[0]!.id)).toEqual(profiles[0])
  })

  it('takes two counts as two profiles, before and after, that are no events of one capture', async () => {
    const { profiles } = await send('main;a 3 5\nmain;b 4 0\n', {
      options: { ...defaultImportOptions, counts: '2', unit: 'bytes' },
    })
    expect(profiles).toMatchObject([
      { name: 'shop before', total: 7, unit: 'bytes', captureId: null },
      { name: 'shop after', total: 5, unit: 'bytes', captureId: null },
    ])
  })

  it('takes a message of OTLP as a profile for each service, and those of one service together', async () => {
    const attribute = (key: string, text: string) => ({ attributes: [{ key, value: { stringValue: text } }] })
    const profile = (typeStrindex: number) => ({
      sampleType: { typeStrindex, unitStrindex: 3 },
      samples: [{ stackIndex: 1, values: ['4'] }],
      timeUnixNano: '1700000000000000000',
    })
    const message = {
      resourceProfiles: [
        { resource: attribute('service.name', 'shop'), scopeProfiles: [{ profiles: [profile(1), profile(2)] }] },
        { resource: attribute('service.name', 'cart'), scopeProfiles: [{ profiles: [profile(1)] }] },
      ],
      dictionary: {
        stringTable: ['', 'cpu', 'wall', 'count', 'main'],
        functionTable: [{}, { nameStrindex: 4 }],
        locationTable: [{}, { lines: [{ functionIndex: 1 }] }],
        stackTable: [{}, { locationIndices: [1] }],
      },
    }
    const { profiles } = await send(JSON.stringify(message))
    expect(profiles.map(({ name, service, total }) => [name, service, total]).sort()).toEqual([
      ['cart cpu', 'cart', 4],
      ['shop cpu', 'shop', 4],
      ['shop wall', 'shop', 4],
    ])
    const [cart, cpu, wall] = profiles.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(cpu!.captureId).toBe(wall!.captureId)
    expect(cart!.captureId).not.toBe(cpu!.captureId)
  })

  it('believes neither an announced size nor a longer file', async () => {
    await expect(send('main;a 3\n', { bytes: 20 })).rejects.toMatchObject({ code: 'invalid-request' })
    await expect(send('main;a 3\n', { maxUploadBytes: 5 })).rejects.toMatchObject({ code: 'body-too-large' })
    await expect(send('main;a 3\n', { bytes: 9, maxUploadBytes: 5 })).rejects.toMatchObject({ code: 'body-too-large' })
  })

  it('takes two files at once, of two people, and others after them', async () => {
    const importFile = importerOf(readConfig({}))
    const go = Promise.withResolvers<void>()
    const upload = (createdBy: string) => ({
      body: (async function* () {
        yield Buffer.from('main;slow 1\n')
        await go.promise
      })(),
      ...{ fileName: 'slow', bytes: null, createdBy, signal: new AbortController().signal },
    })
    const running = [importFile(upload('ann'))]
    await expect(importFile(upload('ann'))).rejects.toMatchObject({ code: 'too-many-requests' })
    running.push(importFile(upload('bob')))
    await expect(importFile(upload('eve'))).rejects.toMatchObject({ code: 'too-many-requests' })
    go.resolve()
    expect((await Promise.all(running)).map(({ profiles }) => profiles[0]!.total)).toEqual([1, 1])
    expect((await importFile(upload('ann'))).profiles.length).toBe(1)
  })

  it('ends an upload that stands still, however it began, and counts no time that its reader takes', async () => {
    const config = readConfig({})
    const parseUpload = createUploadParser(config)
    const slowReader: typeof parseUpload = (options, upload, signal) =>
      parseUpload(
        options,
        (async function* () {
          for await (const chunk of upload) {
            await delay(150)
            yield chunk
          }
        })(),
        signal,
      )
    const leastSpeed = { bytes: 1000, seconds: 0.1 }
    const parts = { config, profiles: store.profiles, leastSpeed }
    const upload = (body: AsyncIterable<Uint8Array>) => ({
      body,
      ...{ fileName: 'slow', bytes: null, createdBy: 'owner', signal: new AbortController().signal },
    })
    const importFile = createImporter({ ...parts, collector: { parseUpload } })
    const line = Buffer.from('main;a 1\n'.repeat(500))
    const stalled = async function* () {
      yield line
      await new Promise(() => undefined)
    }
    await expect(importFile(upload(stalled()))).rejects.toMatchObject({ code: 'upload-too-slow' })
    const whole = async function* () {
      for (let part = 0; part < 3; part++) yield line
    }
    const slowly = createImporter({ ...parts, collector: { parseUpload: slowReader } })
    expect((await slowly(upload(whole()))).profiles[0]!.total).toBe(1500)
  })
})
