import { once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressStatic } from '../launch/build.ts'
import { createStaticFiles } from './static-files.ts'

const code = 'export const answer = 42\n'.repeat(100)
let folder: string
let server: Server

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-static-'))
  mkdirSync(join(folder, 'chunks'))
  writeFileSync(join(folder, 'chunks/a.js'), code)
  writeFileSync(join(folder, 'face.woff2'), 'font')
  writeFileSync(join(folder, 'other.map'), '{}')
  await compressStatic(folder)
  const serve = createStaticFiles(folder)
  // What a build does while the program runs.
  rmSync(folder, { recursive: true })
  server = createServer((request, response) => {
    if (!serve(request, response)) response.writeHead(299).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void server.close())

async function get(path: string, encodings = '', method = 'GET') {
  const { port } = server.address() as AddressInfo
  const sent = ask({ port, path, method, agent: false, headers: { 'accept-encoding': encodings } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

describe('static files', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['zstd', undefined, (bytes: Buffer) => bytes],
  ])('come as the browser takes them: %s', async (accepted, encoding, unpack) => {
    const { headers, body } = await get('/_next/static/chunks/a.js', accepted)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=UTF-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(unpack(body).toString()).toBe(code)
  })

  it('come whole where there is no other form, and without a body when only asked about', async () => {
    const font = await get('/_next/static/face.woff2?dpl=1', 'br')
    expect([font.headers['content-type'], font.headers['content-encoding'], font.body.toString()]).toEqual([
      'font/woff2',
      undefined,
      'font',
    ])
    const head = await get('/_next/static/chunks/a.js', 'br', 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
  })

  it.each([
    ['GET', '/_next/static/other.map'],
    ['GET', '/_next/static/chunks/a.js.br'],
    ['GET', '/_next/static/../chunks/a.js'],
    ['GET', '/_next/static/chunks/'],
    ['POST', '/_next/static/chunks/a.js'],
  ])('leave the rest to Next: %s %s', async (method, path) => {
    expect((await get(path, 'br', method)).status).toBe(299)
  })
})
