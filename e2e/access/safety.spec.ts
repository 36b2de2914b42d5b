import { get } from 'node:http'
import { request } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

test('without a session there is nothing to see, by any way of writing the path', async ({ baseURL }) => {
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

test('a page of another site, and another name for this host, are refused', async ({ page, baseURL }) => {
  const post = (headers: Record<string, string>) =>
    page.request.post('/api/v1/demo', { data: { action: 'stop' }, headers }).then((response) => response.status())
  expect(await post({ origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({ origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({})).toBe(403)
  for (const path of ['/', '/api/v1/targets', '/_next/static/x.js']) {
    const response = await page.request.get(`${baseURL}${path}`, { headers: { host: 'evil.example' }, maxRedirects: 0 })
    expect(response.status(), path).toBe(421)
  }
})

test('every page forbids scripts that are not its own', async ({ page }) => {
  for (const path of ['/', '/profiles', '/settings', '/sign-in', '/nowhere']) {
    // Asked for, not opened: the sign-in page leaves by itself when somebody is signed in.
    const policy = (await page.request.get(path, { headers: { accept: 'text/html' } })).headers()[
      'content-security-policy'
    ]
    expect(policy, path).toMatch(/script-src 'self' 'nonce-[^']+'(?!.*unsafe-inline.*script)/)
    expect(policy, path).not.toContain("script-src 'self' 'unsafe-inline'")
  }
})

/** With the path exactly as it is written: other clients tidy it up first. */
function statusOf(baseURL: string, path: string): Promise<number> {
  const { hostname, port } = new URL(baseURL)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).once('error', reject)
  })
}
