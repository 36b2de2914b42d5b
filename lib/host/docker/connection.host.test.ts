/**
 * An engine behind a program's standard streams, as it is behind SSH: what is asked, followed and attached to passes.
 */
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { connectThrough } from './connection.ts'
import { demuxDocker } from './output-streams.ts'
import { isProblem } from '../../errors.ts'
import { createDocker } from './docker-client.ts'
import { ensureImage } from '../../testing/hosts/containers.ts'

const socket = /^unix:\/\/(.+)/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock'
/** What `ssh HOST docker system dial-stdio` does at the other end. */
const relay = `
const socket = require('node:net').connect({ path: ${JSON.stringify(socket)}, allowHalfOpen: true })
process.stdin.pipe(socket)
socket.pipe(process.stdout)
`

test('questions are answered, one connection serving many', async () => {
  const docker = connectThrough([process.execPath, '-e', relay])
  for (let turn = 0; turn < 3; turn++) expect(await docker.ping()).toBeTruthy()
  expect(await docker.info()).toHaveProperty('ServerVersion')
})

test('a container is spoken with, both ways', async () => {
  const image = await ensureImage('debian-jdk17')
  const docker = connectThrough([process.execPath, '-e', relay])
  const container = await docker.createContainer({
    Image: image,
    Entrypoint: ['/bin/cat'],
    Labels: { 'hearth.test': String(process.pid) },
    OpenStdin: true,
    StdinOnce: true,
    HostConfig: { AutoRemove: true, NetworkMode: 'none' },
  })
  const stream = await container.attach({ stream: true, hijack: true, stdin: true, stdout: true, stderr: true })
  await container.start()
  stream.write('hello\n')
  const heard = await demuxDocker(stream as Duplex).stdout.next()
  expect(String(heard.value)).toBe('hello\n')
  const removed = container.wait({ condition: 'removed' })
  // With our connection its input ends, and with that it ends itself.
  ;(stream as Duplex).destroy()
  await removed
})

test.each([
  ['localhost', /ssh: .*(refused|verification|resolve)/i],
  ['[::1]', /ssh: connect to host ::1 port 1: /],
])('a host that cannot be reached, %s, is a Problem in the words of ssh', async (host, expected) => {
  const error = await createDocker(`ssh://nobody@${host}:1`)
    .listRunning()
    .catch((error: unknown) => error)
  expect(isProblem(error) && error.code).toBe('docker-unreachable')
  expect((error as Error).message).toMatch(expected)
})
