import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'

export interface OpenSpeedscope extends AsyncDisposable {
  readonly page: Page
  /** The texts of dialogs, in which speedscope refuses a file. */
  readonly refused: readonly string[]
}

/** Opens a file in speedscope's own page, in a browser without a session; `view` is one of its tabs. */
export async function openInSpeedscope(browser: Browser, path: string, view?: string): Promise<OpenSpeedscope> {
  const server = await serveSpeedscope()
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('dialog', (dialog) => {
    refused.push(dialog.message())
    void dialog.dismiss()
  })
  const hash = view === undefined ? '' : `#view=${view}`
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${hash}`)
  await page.locator('input[type=file]').setInputFiles(path)
  return {
    page,
    refused,
    async [Symbol.asyncDispose]() {
      await context.close()
      server.close()
    },
  }
}

/** Serves that page from its npm package. */
async function serveSpeedscope(): Promise<Server> {
  const release = resolve(import.meta.dirname, '../../node_modules/speedscope/dist/release')
  const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
  const server = createServer((request, response) => {
    const pathname = new URL(request.url!, 'http://localhost').pathname
    const name = normalize(pathname === '/' ? '/index.html' : pathname)
    readFile(join(release, name)).then(
      (bytes) =>
        response
          .writeHead(200, { 'content-type': types[name.split('.').at(-1)!] ?? 'application/octet-stream' })
          .end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
