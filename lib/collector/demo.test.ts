import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DemoState } from '../contract/health.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createDemo } from './demo.ts'

/** An engine that lists containers and networks; while `holds`, it answers a list of containers only on `release`. */
let holds = false
let containers: object[] = []
const waiting: ServerResponse[] = []
const engine = createServer((request, response) => {
  if (!request.url!.startsWith('/containers/json')) response.end(request.method === 'GET' ? '[]' : '{}')
  else if (holds) waiting.push(response)
  else response.end(JSON.stringify(containers))
})
const release = () => waiting.splice(0).forEach((response) => response.end(JSON.stringify(containers)))

let states: DemoState['state'][] = []
let demo: ReturnType<typeof createDemo>
beforeEach(async () => {
  await new Promise<void>((done) => engine.listen(0, '127.0.0.1', done))
  const env = { DOCKER_HOST: `tcp://127.0.0.1:${(engine.address() as AddressInfo).port}` }
  ;[states, containers, holds] = [[], [], false]
  demo = createDemo(env, ({ state }) => states.push(state))
})
afterEach(async () => {
  waiting.splice(0).forEach((response) => response.destroy())
  await demo.close()
  engine.closeAllConnections()
  await new Promise((done) => engine.close(done))
})

const checkIsHeld = (count = 1) => waitUntil('the engine is asked', () => waiting.length === count)

it('stops at once while a status check waits for Docker, whose answer is of before', async () => {
  containers = [{ Id: 'shop' }]
  await demo.refresh()
  expect(demo.state().state).toBe('running')
  holds = true
  const check = demo.refresh()
  await checkIsHeld()
  expect(demo.stop().state).toBe('stopping')
  await checkIsHeld(2)
  holds = false
  containers = []
  release()
  await check
  await waitUntil('it is stopped', () => demo.state().state === 'stopped')
  expect(states.filter((state, at) => state !== states[at - 1])).toEqual(['running', 'stopping', 'stopped'])
})

it('starts at once while a status check waits for Docker', async () => {
  holds = true
  const check = demo.refresh()
  await checkIsHeld()
  expect(demo.start().state).toBe('starting')
  await check
  expect(states[0]).toBe('starting')
  expect(states).not.toContain('stopped')
})

it('asks again where a JVM of it appears while a check runs', async () => {
  holds = true
  const check = demo.refresh()
  await checkIsHeld()
  const seen = demo.see(true)
  release()
  await check
  expect(demo.state().state).toBe('stopped')
  containers = [{ Id: 'shop' }]
  await checkIsHeld()
  release()
  await seen
  expect(demo.state().state).toBe('running')
})

it('asks again where a check got no answer', async () => {
  holds = true
  const seen = demo.see(true)
  await checkIsHeld()
  waiting.splice(0).forEach((response) => response.destroy())
  await seen
  holds = false
  containers = [{ Id: 'shop' }]
  await demo.see(true)
  expect(demo.state().state).toBe('running')
})
