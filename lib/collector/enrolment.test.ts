import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Enrolment, enrol, renew } from './enrolment.ts'

/** A server at an address where a dashboard was expected; gives its URL. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const stored = { id: '1', name: 'rack-2', credential: 'c', renewedAt: 0, tokenHash: '' } satisfies Partial<Enrolment>
const requests = [
  ['enrol', (url: string) => enrol(url, 'token', 'rack-2')],
  ['renew', (url: string) => renew({ ...stored, url })],
] as const
const page = (status: number, body: string, type = 'text/html'): RequestListener => {
  return (_, response) => response.writeHead(status, { 'content-type': type }).end(body)
}

test.each(
  requests.flatMap(
    ([name, send]) =>
      [
        [name, 'a page of a proxy', send, page(200, '<html>Sign in</html>'), 'its answer is not JSON'],
        [name, 'JSON of another program', send, page(200, '{"ok":true}', 'application/json'), 'is missing'],
        [name, 'nothing', send, page(200, ''), 'its answer'],
        [name, 'that there is no such page', send, page(404, 'Not found'), 'it answered 404'],
        [
          name,
          'a Problem that is cut off',
          send,
          page(400, '{"code":', 'application/problem+json'),
          'its answer is not JSON',
        ],
      ] as const,
  ),
)('%s: a server that answers %s is no dashboard', async (_name, _what, send, answer, reason) => {
  const url = await serve(answer)
  await expect(send(url)).rejects.toMatchObject({
    code: 'dashboard-strange',
    facts: { url, reason: expect.stringContaining(reason) as string },
  })
})

test.each(requests)('%s: a connection that ends within the answer is one that does not answer', async (_, send) => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"credential":', () => response.destroy())
  })
  await expect(send(url)).rejects.toMatchObject({ code: 'dashboard-unreachable' })
})

test('a new credential takes the place of the old one', async () => {
  const url = await serve(page(200, '{"credential":"new"}', 'application/json'))
  expect(await renew({ ...stored, url })).toMatchObject({ url, id: '1', name: 'rack-2', credential: 'new' })
})
