import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { VerbClient } from '../client/client.ts'
import { type DialState, dialOut } from '../dial-out.ts'
import { followEnd } from './follow-end.ts'

test('a program that only removes something dials again after a refusal, and ends once it is connected', async () => {
  const dashboard = await serve([503, 101])
  const { states, ended } = dial(dashboard.url, { isCleanUp: true })
  expect(await ended).toBeNull()
  expect(states).toEqual(['waiting', 'connected'])
})

test('a program that only removes something, whose token is unknown, ends with that', async () => {
  const dashboard = await serve([503, 401])
  const { states, ended } = dial(dashboard.url, { isCleanUp: true })
  expect(await ended).toMatchObject({ facts: { reason: 'the dashboard does not know its token' } })
  expect(states).toEqual(['waiting', 'revoked'])
})

test('a program whose capture is over ends when the dashboard closes the connection', async () => {
  const dashboard = await serve([101, 101])
  const { states, ended, end, connected } = dial(dashboard.url, { isCleanUp: false })
  await connected
  end.onCaptureOver()
  dashboard.close()
  expect(await ended).toBeNull()
  expect(states).toEqual(['connected', 'waiting'])
})

function dial(url: string, { isCleanUp }: { isCleanUp: boolean }) {
  const states: DialState['state'][] = []
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  const end = followEnd({ way: 'job', url, isCleanUp })
  const line = dialOut({
    url,
    credential: () => 'token',
    collector: {} as VerbClient, // is asked for nothing
    onState(state) {
      states.push(state.state)
      end.onState(state)
      if (state.state === 'connected') resolve()
    },
    report: (error) => end.endEarly(String(error)),
    firstWaitMs: 1,
  })
  onTestFinished(async () => {
    end.stop()
    await line.stop()
  })
  return { states, end, connected, ended: end.ended }
}

/** A dashboard that answers one request after the other with these statuses; 101 accepts the connection. */
async function serve(statuses: number[]) {
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    const status = statuses.shift()
    if (status === 101) sockets.handleUpgrade(request, socket, head, () => undefined)
    else socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => sockets.clients.forEach((client) => client.terminate())
  onTestFinished(() => {
    close()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
