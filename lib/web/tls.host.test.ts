/** A front with a certificate of its own, over real TLS. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server as HttpsServer, request as ask } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { createHttpServer } from './http-server.ts'
import { createProtocolFinder } from '../access/client-network.ts'
import { serveRoute } from './serve-route.ts'
import { followTls, readTls } from './tls.ts'

let directory = ''
const file = (name: string): string => join(directory, name)
const files = () => ({ certificate: file('tls.crt'), key: file('tls.key') })
const makePair = (name: string): void => {
  const output = ['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`), '-subj', `/CN=${name}`]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', ...output], { stdio: 'ignore' })
}
const install = (name: string): void => {
  for (const ending of ['crt', 'key']) copyFileSync(file(`${name}.${ending}`), file(`tls.${ending}`))
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-tls-'))
  for (const name of ['old', 'new']) makePair(name)
  install('old')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function nameServed(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { subject } = socket.getPeerCertificate()
  socket.destroy()
  return String(subject.CN)
}

test('it speaks HTTPS, knows it, and serves a new certificate once both files are there', async () => {
  const seen: string[] = []
  const answer = async (request: Request) => {
    seen.push(request.url)
    return new Response('ok')
  }
  const findProtocol = createProtocolFinder(() => false)
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void serveRoute({ answer }, request, response, { network: '192.0.2.1', protocol: findProtocol(request) })
  const server = createHttpServer(listener, false, () => undefined, readTls(files()))
  if (!(server instanceof HttpsServer)) throw new Error('it speaks plain HTTP')
  const stop = followTls(server, files(), 20)
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = ask({ port, host: '127.0.0.1', path: '/x', rejectUnauthorized: false }).end()
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream]
  response.resume()
  expect([seen, await nameServed(port)]).toEqual([['https://localhost/x'], 'old'])

  writeFileSync(file('tls.crt'), 'half a cert')
  await waitUntil('the half is refused', () => complaints.mock.calls.length > 0)
  expect(await nameServed(port)).toBe('old')
  install('new')
  await waitUntil('the new one is served', async () => (await nameServed(port)) === 'new')
  complaints.mockRestore()
  stop()
  server.closeAllConnections()
  server.close()
})

test('what cannot be used is said at the start', () => {
  copyFileSync(file('new.key'), file('tls.key'))
  expect(() => readTls(files())).toThrow(expect.objectContaining({ code: 'tls-unusable' }) as Error)
  expect(() => readTls({ certificate: file('nowhere'), key: file('tls.key') })).toThrow(/no such file/)
})
