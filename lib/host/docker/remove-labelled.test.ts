import { afterEach, expect, test, vi } from 'vitest'
import { holdTimeouts, listenAsDocker } from '../../testing/hosts/timed-docker.ts'
import { removeLabelled } from './remove-labelled.ts'

afterEach(() => vi.restoreAllMocks())

const labels = { resources: 'run=1', images: 'built=1' }
const bodyOf = (url: string) => (url.startsWith('/volumes') ? { Volumes: [] } : [])

test('each list has a time of its own: those before it may be over while the engine gives the last', async () => {
  const limits = holdTimeouts()
  const engine = await listenAsDocker((count, { url }) => {
    if (count > 1) limits[0]!.abort(new DOMException('too late', 'TimeoutError'))
    return { status: 200, body: bodyOf(url!) }
  })
  expect(await removeLabelled(engine.host, labels)).toEqual([])
  expect(engine.urls.map((url) => new URL(url, 'http://docker').pathname)).toEqual([
    '/containers/json',
    '/networks',
    '/volumes',
    '/images/json',
  ])
})

test('a container and an image without a name are called by the digits that Docker prints', async () => {
  const digits = '0123456789abcdef'.repeat(4)
  let removed = 0
  const engine = await listenAsDocker((_, { method, url }) => {
    if (method === 'DELETE') removed++
    const listed = removed > 0 ? [] : null
    if (url!.startsWith('/containers/json')) return { status: 200, body: listed ?? [{ Id: digits, Names: [] }] }
    if (url!.startsWith('/images/json')) return { status: 200, body: listed ?? [{ Id: `sha256:${digits}` }] }
    return method === 'DELETE' && url!.startsWith('/containers') ? { status: 204 } : { status: 200, body: bodyOf(url!) }
  })
  expect(await removeLabelled(engine.host, labels)).toEqual(['container 0123456789ab', 'image 0123456789ab'])
})
