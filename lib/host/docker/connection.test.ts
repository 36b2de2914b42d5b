import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isProblem } from '../../errors.ts'
import { connectDocker } from './connection.ts'

interface Modem {
  protocol: string
  host?: string
  port?: string | number
  socketPath?: string
  ca?: unknown
}
const modemOf = (...args: Parameters<typeof connectDocker>) => connectDocker(...args).modem as unknown as Modem

test('a socket, also where the environment names another engine', () => {
  expect(modemOf('unix:///run/other.sock', {})).toMatchObject({ socketPath: '/run/other.sock' })
  expect(modemOf(undefined, {})).toMatchObject({ socketPath: '/var/run/docker.sock' })
})

test('plain TCP', () => {
  expect(modemOf('tcp://10.0.0.5', {})).toMatchObject({ protocol: 'http', host: '10.0.0.5', port: 2375 })
})

test.each([
  ['tcp://[::1]', { protocol: 'http', host: '[::1]', port: 2375 }],
  ['tcp://[fd00::5]:2377', { protocol: 'http', host: '[fd00::5]', port: '2377' }],
  ['http://10.0.0.5:80', { protocol: 'http', host: '10.0.0.5', port: '80' }],
  ['HTTP://10.0.0.5:80/', { protocol: 'http', host: '10.0.0.5', port: '80' }],
  ['http://10.0.0.5:2377', { protocol: 'http', host: '10.0.0.5', port: '2377' }],
])('%s keeps its address and its port', (address, expected) => {
  expect(modemOf(address, {})).toMatchObject(expected)
})

test('TLS with the certificates of Docker’s own client', () => {
  const directory = fs.mkdtempSync(join(tmpdir(), 'hearth-certificates-'))
  for (const name of ['ca.pem', 'cert.pem', 'key.pem']) fs.writeFileSync(join(directory, name), name)
  const env = { DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: directory }
  const modem = modemOf('tcp://engine.example:2376', env)
  expect(modem).toMatchObject({ protocol: 'https', host: 'engine.example', port: '2376' })
  expect(String(modem.ca)).toBe('ca.pem')
  expect(modemOf('https://engine.example:443', env)).toMatchObject({ protocol: 'https', port: '443' })
  expect(modemOf('https://engine.example', env)).toMatchObject({ protocol: 'https', port: 2376 })
  fs.rmSync(directory, { recursive: true })
})

test.each([
  ['tcp://engine.example:2376', /ca\.pem/],
  ['npipe://x', /only unix/],
  ['nonsense', /only unix/],
])('%s without what it needs is a Problem that says so', (address, expected) => {
  try {
    connectDocker(address, { DOCKER_CERT_PATH: '/nonexistent' })
    expect.unreachable()
  } catch (error) {
    expect(isProblem(error) && error.code).toBe('docker-unreachable')
    expect((error as Error).message).toMatch(expected)
  }
})
