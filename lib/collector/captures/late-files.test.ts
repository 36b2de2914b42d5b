import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { LateFile } from '../../capture/cleanup-record-schema.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { type LateFiles, openLateFiles } from './late-files.ts'

// This process replaces the JVM, and answers no attach request; its /tmp replaces that of the container.
let directory: string
let path: string
let files: LateFiles
const open = () =>
  openLateFiles(join(directory, 'run'), (error) => {
    throw error
  })
beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-late-'))
  path = join(directory, 'perf-1.map')
  files = open()
  return async () => {
    await files[Symbol.asyncDispose]()
    fs.rmSync(directory, { recursive: true })
  }
})

const none = () => false
function lateFile(more: Partial<LateFile> = {}): LateFile {
  using p = pinProcess(process.pid)
  return { kind: 'late-file', hostPid: p.hostPid, startTicks: p.startTicks, path, askedAt: Date.now(), ...more }
}

test('a file that is written long after its capture is removed, once, also after a restart', async () => {
  files.add([lateFile()])
  await files.sweep(none)
  await using again = open()
  fs.writeFileSync(path, '10 8 A.b')
  await again.sweep(none)
  expect(fs.existsSync(path)).toBe(false)
  fs.writeFileSync(path, 'of another program')
  await again.sweep(none)
  await files.sweep(none)
  expect(fs.readFileSync(path, 'utf8')).toBe('of another program')
})

test('a file from before the request stays', async () => {
  fs.writeFileSync(path, 'of another program')
  files.add([lateFile({ askedAt: Date.now() + 60_000 })])
  await files.sweep(none)
  expect(fs.readFileSync(path, 'utf8')).toBe('of another program')
})

test('while a JVM is recorded, its files stay; they are removed afterwards', async () => {
  files.add([lateFile()])
  await files.settled()
  fs.writeFileSync(path, 'of a capture')
  await files.sweep(() => true)
  expect(fs.existsSync(path)).toBe(true)
  await files.sweep(none)
  expect(fs.existsSync(path)).toBe(false)
})

test('the files of another process with the same PID stay', async () => {
  files.add([lateFile({ startTicks: '1' }), { kind: 'process', hostPid: 1, startTicks: '1' }])
  await files.settled()
  fs.writeFileSync(path, 'of another')
  await files.sweep(none)
  expect(fs.existsSync(path)).toBe(true)
})
