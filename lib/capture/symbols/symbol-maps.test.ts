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

test('the map is taken away, and what somebody had there before is back', async () => {
  fs.writeFileSync(path, 'of somebody', { mode: 0o640 })
  const maps = await openMaps('10 8 A.b\n')
  await maps.prepare()
  const taken = await maps.take(1000, signal)
  expect(fs.readFileSync(taken.path, 'utf8')).toBe('10 8 A.b\n')
  expect(fs.readFileSync(path, 'utf8')).toBe('of somebody')
  expect(fs.statSync(path).mode & 0o7777).toBe(0o640)
})

test('a map that comes too late is announced until the JVM answers, and never taken for somebody else’s', async () => {
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
  fs.writeFileSync(path, '10 8 A.b\n') // here it is
  expect(await maps.prepare()).toMatchObject([{ before: null }, { kind: 'late-file' }])
  expect(fs.readFileSync((await maps.take(1000, signal)).path, 'utf8')).toBe('20 8 A.c\n')
  expect(fs.existsSync(path)).toBe(false)
  expect(maps.late()).toEqual([])
})

test('a map that another JVM of the same /tmp and PID has not written yet is never taken for ours', async () => {
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

test('a map that was somebody else’s is none of ours, however late the JVM writes over it', async () => {
  fs.writeFileSync(path, 'of somebody')
  const maps = await openMaps('', () => Promise.reject(new Problem('attach-timeout', { target: 'shop', seconds: 5 })))
  await maps.prepare()
  await expect(maps.take(1000, signal)).rejects.toMatchObject({ code: 'attach-timeout' })
  expect(maps.late()).toEqual([])
  expect(fs.readFileSync(path, 'utf8')).toBe('of somebody')
})

test('a map that the end of the disk has cut is no map', async () => {
  const maps = await openMaps('10 8 A.b\n20 8 A')
  await maps.prepare()
  const reason = expect.stringMatching(/was cut after 15 B; its disk may be full$/) as string
  await expect(maps.take(1000, signal)).rejects.toMatchObject({ code: 'perf-map-missing', facts: { reason } })
  expect(fs.existsSync(path)).toBe(false)
})

test('no file that runs with the rights of its owner is ever made in a container', async () => {
  fs.writeFileSync(path, '#!/bin/sh')
  fs.chmodSync(path, 0o6755)
  const maps = await openMaps('10 8 A.b\n')
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
