import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PinnedProcess, pinProcess } from '../../host/process/pinned-process.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { limitCopyBytes } from '../disk-space.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'
import { openSymbolMaps } from './symbol-maps.ts'

// Our own process stands in for the JVM, and our own /tmp for its container's.
const path = `/tmp/perf-${process.pid}.map`
const signal = new AbortController().signal
let p: PinnedProcess
let directory: string
beforeEach(() => {
  p = pinProcess(process.pid)
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-maps-'))
})
afterEach(() => {
  p.close()
  fs.rmSync(directory, { recursive: true })
  fs.rmSync(path, { force: true })
})

/** A JDK 17 that writes `map` when it is asked to. */
function openMaps(map: string) {
  const jvm = {
    process: p,
    status: { ...readStatus(p), namespacePid: process.pid },
    label: 'shop',
    version: async () => ({ feature: 17, text: '17', build: '' }),
    diagnose: async () => {
      fs.writeFileSync(path, map, { flag: 'wx' })
      return ''
    },
  } as unknown as JvmSession
  return openSymbolMaps(jvm, { directory, perfMapAgent: undefined, captureId: 'a'.repeat(32) }, signal)
}

test('the map is taken away, and what somebody had there before is back', async () => {
  fs.writeFileSync(path, 'of somebody', { mode: 0o640 })
  const maps = await openMaps('10 8 A.b')
  await maps.prepare()
  const taken = await maps.take(1000, signal)
  expect(fs.readFileSync(taken.path, 'utf8')).toBe('10 8 A.b')
  expect(fs.readFileSync(path, 'utf8')).toBe('of somebody')
  expect(fs.statSync(path).mode & 0o7777).toBe(0o640)
})

test('no file that runs with the rights of its owner is ever made in a container', async () => {
  fs.writeFileSync(path, '#!/bin/sh')
  fs.chmodSync(path, 0o6755)
  const maps = await openMaps('10 8 A.b')
  await maps.prepare()
  await maps.take(1000, signal)
  expect(fs.statSync(path).mode & 0o7777).toBe(0o755)
})

test('a copy may have no more than a quarter of what is free', () => {
  expect(limitCopyBytes(directory, 10)).toBe(10)
  const { bavail, bsize } = fs.statfsSync(directory)
  expect(limitCopyBytes(directory, Number.MAX_SAFE_INTEGER)).toBeLessThan((bavail * bsize) / 3)
  expect(limitCopyBytes('/proc', 10)).toBe(0) // a file system without room
})
