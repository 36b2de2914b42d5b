import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PinnedProcess, pinProcess } from '../../host/process/pinned-process.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { Problem } from '../../errors.ts'
import { limitCopyBytes } from '../disk-space.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'
import { openSymbolMaps } from './symbol-maps.ts'

// This process replaces the JVM, and its /tmp that of the container.
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

/** A JDK 17 that writes `map` on request. */
function openMaps(
  map: string,
  diagnose = async () => {
    fs.writeFileSync(path, map, { flag: 'wx' })
    return ''
  },
  process = p,
) {
  const jvm = {
    process,
    status: { ...readStatus(p), namespacePid: p.hostPid },
    label: 'shop',
    version: async () => ({ feature: 17, text: '17', build: '' }),
    diagnose,
  } as unknown as JvmSession
  return openSymbolMaps(jvm, { directory, perfMapAgent: undefined, captureId: 'a'.repeat(32) }, signal)
}

test('the map is removed, and a file that was there before is restored', async () => {
  fs.writeFileSync(path, 'of another program', { mode: 0o640 })
  const maps = await openMaps('10 8 A.b\n')
  await maps.prepare()
  const taken = await maps.take(1000, signal)
  expect(fs.readFileSync(taken.path, 'utf8')).toBe('10 8 A.b\n')
  expect(fs.readFileSync(path, 'utf8')).toBe('of another program')
  expect(fs.statSync(path).mode & 0o7777).toBe(0o640)
})

test('a late map has a cleanup record until the JVM answers, and is not mistaken for the file of another program', async () => {
  const answers = [
    () => Promise.reject(new Problem('attach-timeout', { target: 'shop', seconds: 5 })),
    async () => {
      fs.writeFileSync(path, '20 8 A.c\n', { flag: 'wx' })
      return ''
    },
  ]
  const maps = await openMaps('', () => answers.shift()!())
  expect(await maps.prepare()).toMatchObject([
    { kind: 'container-file', path, before: null },
    { kind: 'late-file', path },
  ])
  await expect(maps.take(1000, signal)).rejects.toMatchObject({ code: 'attach-timeout' })
  expect(maps.late()).toMatchObject([{ kind: 'late-file', path }])
  fs.writeFileSync(path, '10 8 A.b\n') // the late map
  expect(await maps.prepare()).toMatchObject([{ before: null }, { kind: 'late-file' }])
  expect(fs.readFileSync((await maps.take(1000, signal)).path, 'utf8')).toBe('20 8 A.c\n')
  expect(fs.existsSync(path)).toBe(false)
  expect(maps.late()).toEqual([])
})

test('the late map of another JVM with the same /tmp and PID is not mistaken for this JVM’s', async () => {
  using neighbour = pinProcess(process.ppid)
  const answers = [
    () => Promise.reject(new Problem('attach-timeout', { target: 'shop', seconds: 5 })),
    async () => {
      fs.writeFileSync(path, '20 8 A.c\n')
      return ''
    },
  ]
  const late = await openMaps('', () => answers.shift()!(), neighbour)
  await late.prepare()
  await expect(late.take(1000, signal)).rejects.toMatchObject({ code: 'attach-timeout' })
  const maps = await openMaps('10 8 A.b\n')
  await expect(maps.prepare()).rejects.toMatchObject({ code: 'tmp-shared' })
  await late.prepare()
  await late.take(1000, signal)
  await maps.prepare()
  expect(fs.readFileSync((await maps.take(1000, signal)).path, 'utf8')).toBe('10 8 A.b\n')
})

test('a map of another program stays when the JVM does not answer', async () => {
  fs.writeFileSync(path, 'of another program')
  const maps = await openMaps('', () => Promise.reject(new Problem('attach-timeout', { target: 'shop', seconds: 5 })))
  await maps.prepare()
  await expect(maps.take(1000, signal)).rejects.toMatchObject({ code: 'attach-timeout' })
  expect(maps.late()).toEqual([])
  expect(fs.readFileSync(path, 'utf8')).toBe('of another program')
})

test('a map that was cut because the disk is full is refused', async () => {
  const maps = await openMaps('10 8 A.b\n20 8 A')
  await maps.prepare()
  const reason = expect.stringMatching(/was cut after 15 B; its disk may be full$/) as string
  await expect(maps.take(1000, signal)).rejects.toMatchObject({ code: 'perf-map-missing', facts: { reason } })
  expect(fs.existsSync(path)).toBe(false)
})

test('a restored file has no setuid or setgid bit', async () => {
  fs.writeFileSync(path, '#!/bin/sh')
  fs.chmodSync(path, 0o6755)
  const maps = await openMaps('10 8 A.b\n')
  await maps.prepare()
  await maps.take(1000, signal)
  expect(fs.statSync(path).mode & 0o7777).toBe(0o755)
})

test('a copy may take at most a quarter of the free space', () => {
  expect(limitCopyBytes(directory, 10)).toBe(10)
  const { bavail, bsize } = fs.statfsSync(directory)
  expect(limitCopyBytes(directory, Number.MAX_SAFE_INTEGER)).toBeLessThan((bavail * bsize) / 3)
  expect(limitCopyBytes('/proc', 10)).toBe(0) // a file system without space
})
