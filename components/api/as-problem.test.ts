import { expect, test } from 'vitest'
import { asProblem } from './as-problem.ts'

test('an error of the browser names no log: the web program knows nothing of it', () => {
  const { remedy, code } = asProblem(new TypeError('rows is undefined'))
  expect(code).toBe('TypeError')
  expect(remedy).toContain('please report it')
  expect(remedy).not.toContain('log')
})

test('an error of the web program names the entry of its log', () => {
  const { remedy, code } = asProblem(Object.assign(new Error('hidden'), { digest: '2891734' }))
  expect(code).toBe('log entry 2891734')
  expect(remedy).toContain('the log of the web program has the details')
})

test('a script of the page that could not be fetched is no bug in Hearth: a part did not load', () => {
  const missing = Object.assign(new Error('Failed to load chunk /_next/static/chunks/1.js'), { name: 'ChunkLoadError' })
  expect(asProblem(missing)).toMatchObject({ code: 'part-not-loaded', title: 'A part of the page did not load.' })
})
