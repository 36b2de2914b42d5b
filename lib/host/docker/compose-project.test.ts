import fs from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listComposeContainers } from './compose-project.ts'

const details = {
  ...{ Id: 'here', Name: '/shop', RestartCount: 0 },
  Config: { Labels: { 'com.docker.compose.service': 'shop' } },
  State: { Status: 'running', ExitCode: 0, Pid: 7 },
  NetworkSettings: { Ports: {} },
}

/** A Docker engine that lists two containers, and answers the request for one of them with this status. */
async function withEngine(
  statusOfGone: number,
  task: (dockerHost: string) => Promise<void>,
  onInspect = () => {},
): Promise<void> {
  const directory = fs.mkdtempSync(join(tmpdir(), 'hearth-engine-'))
  const socket = join(directory, 'docker.sock')
  const server = createServer(({ url = '' }, response) => {
    const isList = url.includes('/containers/json')
    if (!isList) onInspect()
    const isGone = url.includes('/containers/gone/')
    response.writeHead(isGone ? statusOfGone : 200, { 'content-type': 'application/json' })
    const answer = isList ? [{ Id: 'gone' }, { Id: 'here' }] : isGone ? { message: 'No such container: gone' } : details
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  try {
    await task(`unix://${socket}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    fs.rmSync(directory, { recursive: true })
  }
}

test('a container that is removed during the listing is left out', async () => {
  await withEngine(404, async (dockerHost) => {
    expect(await listComposeContainers(dockerHost, 'shop')).toMatchObject([{ id: 'here', service: 'shop' }])
  })
})

test('an engine that cannot inspect a container is a Problem', async () => {
  await withEngine(500, async (dockerHost) => {
    await expect(listComposeContainers(dockerHost, 'shop')).rejects.toMatchObject({ code: 'docker-unreachable' })
  })
})

test('the time of an answer is its own: that of the list may be over while containers are described', async () => {
  const limits: AbortController[] = []
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    limits.push(new AbortController())
    return limits.at(-1)!.signal
  })
  onTestFinished(() => timeouts.mockRestore())
  const endTimeOfList = () => limits[0]!.abort(new DOMException('too late', 'TimeoutError'))
  const list = (dockerHost: string) => listComposeContainers(dockerHost, 'shop')
  await withEngine(404, async (dockerHost) => expect(await list(dockerHost)).toHaveLength(1), endTimeOfList)
})
