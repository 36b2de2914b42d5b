import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join, normalize, resolve } from 'node:path'

/** speedscope's own page, from its npm package. */
export async function serveSpeedscope(): Promise<Server> {
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
