import { globSync } from 'node:fs'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { accessRule } from './http/with-access.ts'

vi.mock('server-only', () => ({}))

const app = join(import.meta.dirname, '..', '..', 'app')
const routes = globSync('**/route.ts', { cwd: app })
const pages = globSync('**/page.tsx', { cwd: app })
/** Open to all by design: the sign-in page, and the shared profile, which checks its token. */
const openPages = ['sign-in/page.tsx', 's/[token]/page.tsx', 'embed/[token]/page.tsx']

test('there are routes to check', () => {
  expect(routes.length).toBeGreaterThan(20)
})

test.each(routes)('every handler of %s has an access rule', async (route) => {
  const exported = (await import(join(app, route))) as Record<string, unknown>
  const handlers = Object.entries(exported).filter(([, value]) => typeof value === 'function')
  expect(handlers.length).toBeGreaterThan(0)
  for (const [method, handler] of handlers) expect([method, accessRule(handler)]).not.toEqual([method, null])
})

test.each(pages.filter((page) => !openPages.includes(page)))('%s asks for a session before anything else', (page) => {
  const source = readFileSync(join(app, page), 'utf8')
  const body = source.slice(source.indexOf('export default async function'))
  expect(body).toMatch(/^export default async function \w+\([^]*?\) \{\n(?: {2}const \w+ =)? *await requireSession\(\)/)
})

test('no file of ours declares a Server Action', () => {
  const sources = globSync('{app,components}/**/*.{ts,tsx}', { cwd: join(app, '..') })
  const declaring = sources.filter((file) =>
    /^\s*['"]use server['"]/m.test(readFileSync(join(app, '..', file), 'utf8')),
  )
  expect(declaring).toEqual([])
})
