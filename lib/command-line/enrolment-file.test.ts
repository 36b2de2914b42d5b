import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Enrolment } from '../collector/enrolment.ts'
import { assertEnrolmentWritable, findEnrolment, renewEnrolment, writeEnrolment } from './enrolment-file.ts'

const old: Enrolment = {
  url: 'http://127.0.0.1:1',
  id: '1',
  name: 'rack-2',
  credential: 'old',
  renewedAt: 0,
  tokenHash: 'h',
}

function makeDirectory(): string {
  const directory = fs.mkdtempSync(join(tmpdir(), 'hearth-enrolment-'))
  onTestFinished(() => fs.rmSync(directory, { recursive: true }))
  return directory
}

/** Renews with a dashboard that gives the credential `new`. */
async function renew(dataDirectory: string) {
  const server = createServer((_, response) => response.end('{"credential":"new"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let stderr = ''
  const reported: unknown[] = []
  const streams = {
    stderr: { write: (text: string) => (stderr += text) },
    report: (error: unknown) => void reported.push(error),
  }
  const { credential } = await renewEnrolment({ ...old, url }, { dataDirectory }, streams)
  return { credential, stderr, reported }
}

test('a renewed credential is stored, and used', async () => {
  const dataDirectory = join(makeDirectory(), 'data')
  expect(await renew(dataDirectory)).toEqual({ credential: 'new', stderr: '', reported: [] })
  expect(findEnrolment({ dataDirectory })).toMatchObject({ id: '1', credential: 'new', tokenHash: 'h' })
})

test('a renewed credential that cannot be stored leaves the old one in use, and the collector running', async () => {
  const dataDirectory = makeDirectory()
  writeEnrolment({ dataDirectory }, old)
  // No user, not root either, can write a file there.
  fs.mkdirSync(join(dataDirectory, 'collector.json.new'))
  const { credential, stderr, reported } = await renew(dataDirectory)
  expect({ credential, reported }).toEqual({ credential: 'old', reported: [] })
  expect(stderr).toMatch(
    /^hearth: the credential could not be renewed, and will be later: .*collector\.json cannot be written/,
  )
  expect(findEnrolment({ dataDirectory })).toMatchObject({ credential: 'old' })
})

test('a file that cannot be written is refused before a token is spent', () => {
  const dataDirectory = join(makeDirectory(), 'data')
  fs.writeFileSync(dataDirectory, '')
  expect(() => assertEnrolmentWritable({ dataDirectory })).toThrow(
    expect.objectContaining({ code: 'path-unwritable' }) as Error,
  )
})
