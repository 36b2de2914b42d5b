import { expect, test, vi } from 'vitest'
import { Problem } from '../../errors.ts'
import { attachment, failureAnswer } from './responses.ts'

test.each([
  ['shop', 'attachment; filename="shop.svg"'],
  ['a"; filename="b.html', 'attachment; filename="a-filename-b.html.svg"'],
  ['../../etc/passwd', 'attachment; filename="etc-passwd.svg"'],
  ['x\r\nset-cookie: a=1', 'attachment; filename="x-set-cookie-a-1.svg"'],
  ['日本', 'attachment; filename="profile.svg"'],
])('the name %j is offered as a safe file name', (name, expected) => {
  expect(attachment(name, 'svg')).toBe(expected)
})

test('a Problem answers with its code, its remedy and when to come back', async () => {
  const answer = failureAnswer(new Problem('too-many-requests', { retryAfterSeconds: 7 }))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ code: 'too-many-requests', remedy: 'Try again in 7 s.' })
})

test('a bug is logged whole and tells the client nothing of itself', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const answer = failureAnswer(new Error('secret detail'))
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('secret')
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'secret detail' }))
  log.mockRestore()
})
