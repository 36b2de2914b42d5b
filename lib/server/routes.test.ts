import { globSync } from 'node:fs'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '..', '..', 'app')
const pages = globSync('**/page.tsx', { cwd: app })
/** Open to all by design: the sign-in page, and the shared profile, which checks its token. */
const openPages = ['sign-in/page.tsx', 's/[token]/page.tsx', 'embed/[token]/page.tsx']

test('no route is Next’s: what answers data is a row of lib/server/api', () => {
  expect(globSync('**/route.{ts,tsx}', { cwd: app })).toEqual([])
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
