import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type APIRequestContext, expect } from '@playwright/test'
import { profileSummarySchema } from '../../lib/contract/profile.ts'

/** Brings a folded file into Hearth. Gives the address of its page. */
export async function importFolded(request: APIRequestContext, baseUrl: string, path: string): Promise<string> {
  const answer = await request.post(`${baseUrl}/api/v1/profiles`, {
    data: await readFile(path),
    headers: { origin: baseUrl, 'x-file-name': 'bench.folded', 'content-type': 'application/octet-stream' },
    timeout: 600_000,
  })
  expect(answer.status()).toBe(201)
  return `${baseUrl}/profiles/${profileSummarySchema.parse(await answer.json()).id}`
}

/** The HTML file of a profile that `importFolded` brought in. */
export async function exportHtml(request: APIRequestContext, address: string, path: string): Promise<string> {
  const { origin, pathname } = new URL(address)
  const answer = await request.get(`${origin}/api/v1${pathname}/export?format=html`, { timeout: 600_000 })
  expect(answer.status()).toBe(200)
  await writeFile(path, await answer.body())
  return path
}

/** Writes a text piece by piece: as one string the largest would not fit. */
export async function writeText(path: string, text: Iterable<string>): Promise<string> {
  await pipeline(Readable.from(text), createWriteStream(path))
  return path
}
