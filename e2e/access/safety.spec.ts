import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

test('without a session every path is refused, however it is written', async ({ baseURL }) => {
  const stranger = await request.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
  for (const path of [
    '/api/v1/targets',
    '/api/v1/profiles',
    '/api/v1/events',
    '/api/v1/captures',
    '/api/v1/health',
    '/api/v1/sessions',
  ]) {
    expect((await stranger.get(path)).status(), path).toBe(401)
  }
  for (const path of ['/', '/profiles', '/settings']) {
    const response = await stranger.get(path, { maxRedirects: 0 })
    expect(response.headers().location, path).toContain('/sign-in')
  }
  for (const path of ['//api/v1/targets', '/%61pi/targets', '/api/../api/targets', '/_next/../api/targets']) {
    expect(await statusOf(baseURL!, path), path).not.toBe(200)
  }
  await stranger.dispose()
})

test('requests of another site’s page, or under another host name, are refused', async ({ page, baseURL }) => {
  const post = (headers: Record<string, string>) =>
    page.request.post('/api/v1/demo', { data: { action: 'stop' }, headers }).then((response) => response.status())
  expect(await post({ origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({})).toBe(401)
  for (const path of ['/', '/api/v1/targets', '/_next/static/x.js']) {
    const response = await page.request.get(`${baseURL}${path}`, { headers: { host: 'evil.example' }, maxRedirects: 0 })
    expect(response.status(), path).toBe(421)
  }
})

test('the Content-Security-Policy of every page allows only its own scripts', async ({ page }) => {
  for (const path of ['/', '/profiles', '/settings', '/sign-in', '/nowhere']) {
    // Fetched, not opened in the browser: the sign-in page redirects a user who is signed in.
    const policy = (await page.request.get(path, { headers: { accept: 'text/html' } })).headers()[
      'content-security-policy'
    ]
    expect(policy, path).toMatch(/script-src 'self' 'nonce-[^']+'(?!.*unsafe-inline.*script)/)
    expect(policy, path).not.toContain("script-src 'self' 'unsafe-inline'")
  }
})

test('a program on another port of this host receives the session cookie, and cannot use it', async ({
  browser,
  page,
  baseURL,
}) => {
  const received: IncomingHttpHeaders[] = []
  const thief = createServer((incoming, response) => {
    received.push(incoming.headers)
    response
      .writeHead(401, {
        'www-authenticate': 'Basic realm="Hearth"',
        'content-type': 'text/html',
      })
      .end('mine')
  }).listen(0, '127.0.0.1')
  await once(thief, 'listening')
  const links = await page.request.post('/api/v1/session/links', {
    headers: { origin: baseURL! },
    data: {},
  })
  const { link } = (await links.json()) as { link: string }
  await using context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins: [] },
  })
  const victim = await context.newPage()
  await victim.goto(link)
  await expect(victim.getByRole('heading', { name: 'JVMs on this host' })).toBeVisible()
  // The victim is signed in: live events arrive, and reloads and new tabs open.
  await victim.goto('/settings')
  await expect(victim.getByRole('button', { name: 'Sign out' })).toBeVisible()

  const tab = await context.newPage()
  await tab.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`).catch(() => undefined) // it asks for a password
  const { cookie, authorization } = received.at(-1)!
  expect([cookie, authorization]).toEqual([expect.stringContaining('hearth_session_'), undefined])
  for (const path of ['/api/v1/targets', '/api/v1/session', '/'])
    expect(
      await statusOf(baseURL!, path, {
        cookie: cookie!.replaceAll(/(?<=^|; )(?=hearth)/g, '__Host-'),
      }),
      path,
    ).not.toBe(200)
  for (const path of ['/api/v1/targets', '/api/v1/session', '/'])
    expect(await statusOf(baseURL!, path, { cookie: cookie! }), path).not.toBe(200)
  thief.close()

  // A browser that was restarted has lost the key, and reads it again from the storage of this origin.
  await using restarted = await browser.newContext({
    baseURL,
    storageState: await context.storageState(),
  })
  const later = await restarted.newPage()
  await later.goto('/profiles?q=shop')
  await expect(later.getByRole('heading', { name: 'Profiles' })).toBeVisible()
  await expect(later).toHaveURL(/\/profiles\?q=shop$/)
})

/** Sends the path exactly as it is written: other clients normalise it first. */
function statusOf(baseURL: string, path: string, headers: OutgoingHttpHeaders = {}): Promise<number> {
  const { hostname, port } = new URL(baseURL)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).once('error', reject)
  })
}
