import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from '../../contract/zod.ts'
import { findDashboard } from './dashboard.ts'

async function ask(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return findDashboard({ HEARTH_URL: url, HEARTH_TOKEN: 't' })!.call('/api/v1/profiles', {
    answer: z.object({ count: z.number() }),
  })
}

test.each([200, 503])('a connection that ends within an answer of %s is one that does not answer', async (status) => {
  const asked = ask((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', 'content-length': '100' })
    response.write('{"count":', () => response.destroy())
  })
  await expect(asked).rejects.toMatchObject({ code: 'dashboard-unreachable' })
})

test('an answer that takes longer than fetch waits is waited for: that of a large import', async () => {
  const key = Symbol.for('undici.globalDispatcher.1')
  const all = globalThis as unknown as Record<symbol, { constructor: new (options: object) => never }>
  const usual = all[key]!
  onTestFinished(() => void (all[key] = usual))
  all[key] = new usual.constructor({ headersTimeout: 500 })
  // It answers when fetch would have given up on a request that came later.
  let impatient: Promise<unknown> | undefined
  const answered = await ask((request, response) => {
    if (request.url === '/impatient') return
    impatient = fetch(`http://${request.headers.host}/impatient`).catch((error: Error) => error.cause)
    void impatient.then(() => response.end('{"count":1}'))
  })
  expect(await impatient).toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
  expect(answered).toEqual({ count: 1 })
})
