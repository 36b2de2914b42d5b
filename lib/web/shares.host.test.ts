/** Who may see what of a share, on a real web program: each cell of the table is a request. */
import type { ChildProcess } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newShareSchema, type NewShare } from '../contract/shares.ts'
import { servedOperations } from '../server/api/operations.ts'
import { createFakeCollector } from '../server/testing/fake-collector.ts'
import { serveFakeCollector } from '../server/testing/serve-fake-collector.ts'
import { ownHeaders, sendRequest, signInWithLink, startWeb, type HttpResult } from './testing/started-web.ts'

const app = join(import.meta.dirname, '..', '..', 'app')
let directory = ''
let web: ChildProcess
let url = ''
let endCollector = async (): Promise<void> => {}
/** Cookie headers: without a session, of a viewer, of the owner. */
const people = { stranger: '', viewer: '', owner: '' }

const get = (path: string, cookie = '', headers: Record<string, string> = {}): Promise<HttpResult> =>
  sendRequest(url, 'GET', path, { headers: { ...(cookie === '' ? {} : { cookie }), ...headers } })

async function upload(name: string, folded: string): Promise<string> {
  const headers = { ...ownHeaders, cookie: people.owner, 'x-file-name': name }
  const { body } = await sendRequest(url, 'POST', '/api/v1/profiles', { headers, body: folded })
  return (JSON.parse(body.toString()) as { id: string }).id
}
async function share(profileId: string, more: Partial<NewShare> = {}) {
  const headers = { ...ownHeaders, cookie: people.owner }
  const body = JSON.stringify(newShareSchema.parse({ audience: 'public', ...more }))
  const created = await sendRequest(url, 'POST', `/api/v1/profiles/${profileId}/shares`, { headers, body })
  const answer = JSON.parse(created.body.toString()) as { share: { id: string }; url: string; embedUrl: string | null }
  return { id: answer.share.id, token: answer.url.split('/').at(-1)!, embedUrl: answer.embedUrl }
}
const revoke = (id: string) =>
  sendRequest(url, 'DELETE', `/api/v1/shares/${id}`, { headers: { ...ownHeaders, cookie: people.owner } })
const deleteProfile = (id: string) =>
  sendRequest(url, 'DELETE', `/api/v1/profiles/${id}`, { headers: { ...ownHeaders, cookie: people.owner } })

let mine = ''
let other = ''
const tokens: Record<string, string> = {}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-shares-'))
  endCollector = await serveFakeCollector(createFakeCollector(), join(directory, 'collector.sock'))
  const started = await startWeb(directory)
  web = started.child
  url = started.startEvent.url
  people.owner = await signInWithLink(url, started.startEvent.signInLink)
  const body = JSON.stringify({ person: 'vera', role: 'viewer' })
  const invited = await sendRequest(url, 'POST', '/api/v1/session/links', {
    headers: { ...ownHeaders, cookie: people.owner },
    body,
  })
  people.viewer = await signInWithLink(url, (JSON.parse(invited.body.toString()) as { link: string }).link)

  mine = await upload('secret-shop.folded', 'java/lang/Thread.run;com/secret/Pay.charge 3\njava/lang/Thread.run 1\n')
  other = await upload('other-program.folded', 'main;com/other/Hidden.work 1\n')
  const doomed = await upload('doomed.folded', 'main;a 1\n')
  const everything = { keepPackages: [], threads: true, places: true }
  const created = {
    public: await share(mine),
    members: await share(mine, { audience: 'members' }),
    embeddable: await share(mine, { embeddable: true }),
    redacted: await share(mine, { redaction: everything, embeddable: true }),
    comparison: await share(mine, { baselineId: other }),
    expired: await share(mine, { embeddable: true }),
    revoked: await share(mine, { embeddable: true }),
    deleted: await share(doomed, { embeddable: true }),
    'without baseline': await share(mine, { baselineId: doomed }),
  }
  for (const [name, { token }] of Object.entries(created)) tokens[name] = token
  tokens['guessed'] = 'A'.repeat(43)
  tokens['of the row'] = created.public.id
  expect((await revoke(created.revoked.id)).status).toBe(204)
  await deleteProfile(doomed)
  // The program has no clock for tests, so set the expiry in its table.
  const database = new DatabaseSync(join(directory, 'data', 'hearth.sqlite'))
  database.prepare('update shares set expiresAt = ? where id = ?').run(Date.now() - 1, created.expired.id)
  database.close()
}, 120_000)
afterAll(async () => {
  web.kill('SIGKILL')
  await endCollector()
  rmSync(directory, { recursive: true, force: true })
})

const endpoints = {
  page: (token: string) => `/s/${token}`,
  embed: (token: string) => `/embed/${token}`,
  about: (token: string) => `/api/v1/shared/${token}`,
  data: (token: string) => `/api/v1/shared/${token}/data`,
  baseline: (token: string) => `/api/v1/shared/${token}/baseline`,
  notes: (token: string) => `/api/v1/shared/${token}/notes`,
  preview: (token: string) => `/s/${token}/preview.png`,
}
type Endpoint = keyof typeof endpoints
const columns: readonly Endpoint[] = ['page', 'embed', 'about', 'data', 'baseline', 'notes', 'preview']

// 307 redirects to the sign-in page, which returns to the link.
const table = `
  link              who        page embed about data baseline notes preview
  public            stranger   200  404   200   200  404      200   200
  public            viewer     200  404   200   200  404      200   200
  members           stranger   307  404   401   401  401      401   401
  members           viewer     200  404   200   200  404      200   200
  members           owner      200  404   200   200  404      200   200
  embeddable        stranger   200  200   200   200  404      200   200
  redacted          stranger   200  200   200   200  404      200   200
  comparison        stranger   200  404   200   200  200      200   200
  expired           stranger   404  404   404   404  404      404   404
  expired           owner      404  404   404   404  404      404   404
  revoked           stranger   404  404   404   404  404      404   404
  revoked           owner      404  404   404   404  404      404   404
  deleted           stranger   404  404   404   404  404      404   404
  without baseline  stranger   404  404   404   404  404      404   404
  guessed           stranger   404  404   404   404  404      404   404
  guessed           owner      404  404   404   404  404      404   404
  of the row        stranger   404  404   404   404  404      404   404`
const cells = table
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [shareKind, who, ...statuses] = line.trim().split(/ {2,}/) as [string, keyof typeof people, ...string[]]
    return columns.map((endpoint, index) => ({ link: shareKind, who, endpoint, status: Number(statuses[index]) }))
  })

test.each(cells)(
  '$link, $who, $endpoint: $status',
  async ({ link: shareKind, who, endpoint, status }) => {
    const answer = await get(endpoints[endpoint](tokens[shareKind]!), people[who])
    expect(answer.status).toBe(status)
    if (status === 307)
      expect(answer.headers.location).toBe(`/sign-in?next=${encodeURIComponent(`/s/${tokens[shareKind]}`)}`)
    if (status === 404 && (endpoint === 'page' || endpoint === 'embed'))
      expect(answer.body.toString()).toContain('This link does not work')
    const frames = /frame-ancestors ([^;]+)/.exec(answer.headers['content-security-policy'] as string)![1]
    const mayBeFramed = endpoint === 'embed'
    expect([frames, answer.headers['x-frame-options']]).toEqual(
      mayBeFramed ? ['* file:', undefined] : [`'none'`, 'DENY'],
    )
    expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  },
  60_000,
)

describe('a share opens nothing else', () => {
  /** All the ways to send the token of a share as a credential. */
  const keys = (): { cookie: string; headers: Record<string, string> }[] => {
    const token = tokens['public']!
    const name = people.owner.split('=')[0]!
    return [
      { cookie: `${name}=${token}`, headers: {} },
      { cookie: '', headers: { authorization: `Bearer ${token}` } },
      { cookie: '', headers: { authorization: `Bearer hearth_${token}` } },
      { cookie: '', headers: { 'x-hearth-embedded': '1', referer: `${url}/s/${token}` } },
    ]
  }
  /** Requests with a token are limited, so wait and repeat as `retry-after` says. */
  const patiently = async (ask: () => Promise<HttpResult>): Promise<HttpResult> => {
    for (;;) {
      const answer = await ask()
      if (answer.status !== 429) return answer
      await wait(1000 * Number(answer.headers['retry-after']))
    }
  }
  const openRoutes = ['/api/v1/alive', '/api/v1/session']
  const routes = servedOperations.map(({ method, path }) => [method, path] as const)
  const isOfShares = (path: string) => path.startsWith('/api/v1/shared/') || path.startsWith('/s/')

  test.each(routes.filter(([, path]) => !isOfShares(path) && !openRoutes.includes(path)))(
    '%s %s',
    async (method, path) => {
      for (const id of [mine, tokens['public']!, path.includes('targets') ? 'f'.repeat(16) : 'f'.repeat(32)]) {
        const target = `${path.replaceAll(/\{\w+\}/g, id)}?token=${tokens['public']!}`
        for (const { cookie, headers } of keys()) {
          const requestHeaders = { ...ownHeaders, ...headers, ...(cookie === '' ? {} : { cookie }) }
          const body = /^(GET|DELETE)$/.test(method) ? '' : '{}'
          const { status } = await patiently(() => sendRequest(url, method, target, { headers: requestHeaders, body }))
          expect([method, target, status]).toEqual([method, target, 401])
        }
      }
    },
    60_000,
  )

  const pages = globSync('**/page.tsx', { cwd: app }).map((file) => `/${dirname(file)}`.replace('/.', '/'))
  test.each(pages.filter((page) => !/^\/(s|embed)\/|^\/sign-in$/.test(page)))('page %s', async (page) => {
    for (const id of [mine, tokens['public']!]) {
      const target = `${page.replaceAll(/\[[^\]]+\]/g, id)}?token=${tokens['public']!}`
      for (const { cookie, headers } of keys()) {
        const { status, headers: said } = await patiently(() => get(target, cookie, headers))
        expect([target, status]).toEqual([target, 303])
        expect(said.location).toMatch(/^\/sign-in/)
      }
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on a share is refused', async (method) => {
    for (const endpoint of columns) {
      const { status } = await sendRequest(url, method, endpoints[endpoint](tokens['public']!), { headers: ownHeaders })
      expect([400, 405]).toContain(status)
    }
    expect((await get(endpoints.about(tokens['public']!))).status).toBe(200)
  })

  test('no spelling of a path gives another profile’s data', async () => {
    const token = tokens['public']!
    for (const path of [
      `/api/v1/shared/${token}/../${tokens['members']}/data`,
      `/api/v1/shared/${token}%2f..%2f${tokens['members']}`,
      `/api/v1/shared//${token}/data`,
      `/s/${token};x`,
      `/s/%00`,
      `/embed/../profiles/${mine}`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 400])
    const { body } = await get(endpoints.data(token), '', { 'accept-encoding': 'identity' })
    expect(body.toString('latin1')).toContain('com/secret/Pay.charge')
    for (const endpoint of columns)
      expect((await get(endpoints[endpoint](token))).body.toString('latin1')).not.toMatch(/other-program/)
  })
})

test('a redacted share has no masked name in its page, embed, metadata, data, notes or preview image', async () => {
  for (const endpoint of columns) {
    const { body, headers } = await get(endpoints[endpoint](tokens['redacted']!))
    const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    expect([endpoint, /secret|Pay\.charge/i.test(bytes.toString('latin1'))]).toEqual([endpoint, false])
  }
})

test('a page has metadata for chats, and its preview image the address under which the link was created', async () => {
  const page = (await get(endpoints.page(tokens['public']!))).body.toString()
  const content = (name: string) => new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1]
  const token = tokens['public']!
  expect(content('og:title')).toBe('secret-shop')
  expect(content('og:description')).toContain('4 samples')
  expect(content('og:image')).toBe(`${url}/s/${token}/preview.png`)
  expect([content('og:image:width'), content('og:image:height')]).toEqual(['1200', '630'])
  expect([content('twitter:card'), content('twitter:image')]).toEqual([
    'summary_large_image',
    `${url}/s/${token}/preview.png`,
  ])
  const viewed = (await get(`${endpoints.page(token)}?q=Cart&tab=table`)).body.toString()
  expect(viewed).toContain(`property="og:image" content="${url}/s/${token}/preview.png?q=Cart"`)
  // Neither the library's id nor the creator is in the page.
  expect(page).not.toContain(mine)
  const previewImage = await get(endpoints.preview(token))
  expect(previewImage.headers['content-type']).toBe('image/png')
  expect([previewImage.body.readUInt32BE(16), previewImage.body.readUInt32BE(20)]).toEqual([1200, 630])
})

test('a link that is revoked while its page is open gives no more data', async () => {
  const created = await share(mine)
  expect((await get(endpoints.data(created.token))).status).toBe(200)
  await revoke(created.id)
  const { status, body } = await get(endpoints.data(created.token))
  expect([status, (JSON.parse(body.toString()) as { code: string }).code]).toEqual([404, 'not-found'])
  expect((await revoke(created.id)).status).toBe(404)
})

test('views count pages that were opened', async () => {
  const created = await share(mine)
  const views = async () => {
    const { body } = await get(`/api/v1/profiles/${mine}/shares`, people.owner)
    const { shares } = JSON.parse(body.toString()) as { shares: { id: string; views: number }[] }
    return shares.find(({ id }) => id === created.id)!.views
  }
  for (const endpoint of ['page', 'about', 'notes', 'preview'] as const) await get(endpoints[endpoint](created.token))
  await sendRequest(url, 'HEAD', endpoints.data(created.token))
  expect(await views()).toBe(0)
  await get(endpoints.data(created.token))
  expect(await views()).toBe(1)
}, 60_000)
