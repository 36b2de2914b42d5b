import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import type { ImportOptions } from '../../contract/imports.ts'
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

  const send = (text: string, more: { bytes?: number; options?: ImportOptions; maxUploadBytes?: number } = {}) => {
    const { bytes = null, options, maxUploadBytes = 2 ** 31 } = more
    const importFile = createImporter({ ...readConfig({}), maxUploadBytes }, store.profiles)
    const { signal } = new AbortController()
    const upload = { body: chunksOf(text, 7), fileName: 'shop.folded', bytes, createdBy: 'owner', signal }
    return importFile(options ? { ...upload, options } : upload)
  }

  it('keeps a file, says what it is and which lines were passed over', async () => {
    const { profiles, warnings } = await send('main;a 3\nwhat\nmain;b 4\n')
    expect(profiles).toMatchObject([{ name: 'shop', service: 'shop', engine: 'folded', total: 7, warnings: 1 }])
    expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 1, line: 2 }])
    expect(await store.profiles.find(profiles[0]!.id)).toEqual(profiles[0])
  })

  it('takes two counts as two profiles, before and after, that are no events of one capture', async () => {
    const { profiles } = await send('main;a 3 5\nmain;b 4 0\n', { options: { counts: '2', unit: 'bytes' } })
    expect(profiles).toMatchObject([
      { name: 'shop before', total: 7, unit: 'bytes', captureId: null },
      { name: 'shop after', total: 5, unit: 'bytes', captureId: null },
    ])
  })

  it('believes neither an announced size nor a longer file', async () => {
    await expect(send('main;a 3\n', { bytes: 20 })).rejects.toMatchObject({ code: 'invalid-request' })
    await expect(send('main;a 3\n', { maxUploadBytes: 5 })).rejects.toMatchObject({ code: 'body-too-large' })
    await expect(send('main;a 3\n', { bytes: 9, maxUploadBytes: 5 })).rejects.toMatchObject({ code: 'body-too-large' })
  })

  it('takes two files at once and no more, and others after them', async () => {
    const importFile = createImporter(readConfig({}), store.profiles)
    const go = Promise.withResolvers<void>()
    const upload = () => ({
      body: (async function* () {
        yield Buffer.from('main;slow 1\n')
        await go.promise
      })(),
      ...{ fileName: 'slow', bytes: null, createdBy: 'owner', signal: new AbortController().signal },
    })
    const running = [importFile(upload()), importFile(upload())]
    await expect(importFile(upload())).rejects.toMatchObject({ code: 'too-many-requests' })
    go.resolve()
    expect((await Promise.all(running)).map(({ profiles }) => profiles[0]!.total)).toEqual([1, 1])
    expect((await importFile(upload())).profiles.length).toBe(1)
  })
})
