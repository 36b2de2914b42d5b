import { expect, test } from 'vitest'
import { callOperation } from '../testing/call-operation.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { operations } from './operations.ts'

test('a comparison of a profile with itself is refused', async () => {
  await using running = await startTestServer()
  const id = await running.saveProfile('a 1', {})
  const operation = operations.find((one) => one.id === 'compareProfile')!
  const headers = { authorization: `Bearer ${running.secrets.all}` }
  const answer = await callOperation(running.server, operation, { headers, at: { id }, query: `?baseline=${id}` })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ facts: { what: 'baseline: is the profile itself, name another one' } })
})
