import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleContainer, sampleTarget } from '../../testing/samples.ts'
import { openBlocks } from './blocks.ts'

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-blocks-'))))
afterEach(() => fs.rmSync(directory, { recursive: true }))

const death = { captureId: null, reason: 'it ended with exit code 134, 3 s after the attach' }
const inImage = (imageDigest: string | null) => sampleTarget({ container: sampleContainer({ imageDigest }) })

test('a block holds for every container of an image, and for that engine alone, also after a restart', () => {
  using blocks = openBlocks(join(directory, 'data'))
  const block = blocks.add(inImage('sha256:1'), 'async-profiler', death)
  expect(block).toMatchObject({ subject: 'sha256:1', label: 'shop:1.4', engine: 'async-profiler', ...death })
  using again = openBlocks(join(directory, 'data'))
  expect(again.find(inImage('sha256:1'), 'async-profiler')).toEqual(block)
  expect(again.find(inImage('sha256:1'), 'jfr')).toBeNull()
  expect(again.find(inImage('sha256:2'), 'async-profiler')).toBeNull()
  expect(fs.statSync(join(directory, 'data')).mode & 0o777).toBe(0o700)
})

test('outside containers it holds for the main class', () => {
  using blocks = openBlocks(directory)
  const block = blocks.add(sampleTarget(), 'jfr', death)
  expect(block).toMatchObject({ subject: 'host:com.acme.Main', label: 'com.acme.Main' })
  const other = sampleTarget({ jvm: { ...sampleTarget().jvm, mainClass: 'com.acme.Other' } })
  expect(blocks.find(other, 'jfr')).toBeNull()
})

test('a second death changes nothing; a person clears it, once', () => {
  using blocks = openBlocks(directory)
  const block = blocks.add(inImage('sha256:1'), 'perf', death)
  expect(blocks.add(inImage('sha256:1'), 'perf', { ...death, reason: 'again' })).toEqual(block)
  const other = blocks.add(inImage('sha256:2'), 'perf', death)
  expect(blocks.list()).toEqual([other, block])
  expect(blocks.clear(block.id)).toEqual([other])
  expect(() => blocks.clear(block.id)).toThrow(expect.objectContaining({ code: 'not-found' }))
})

test('a file that is damaged is put aside', () => {
  fs.writeFileSync(join(directory, 'blocks.json'), '[{"id":')
  using blocks = openBlocks(directory)
  expect(blocks.list()).toEqual([])
  expect(fs.readdirSync(directory)).toEqual(['blocks.json.bad'])
})

test('a link in place of the directory is not followed', () => {
  fs.mkdirSync(join(directory, 'elsewhere'))
  fs.symlinkSync(join(directory, 'elsewhere'), join(directory, 'data'))
  expect(() => openBlocks(join(directory, 'data'))).toThrow(expect.objectContaining({ code: 'cannot-start' }))
})
