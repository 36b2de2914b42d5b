/** The fake collector behind a real Unix socket, spoken to as the real one is. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { verbs, type Verb } from '../../contract/verbs.ts'
import { isProblem } from '../../errors.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import type { FakeCollector } from './fake-collector.ts'

/** Resolves when it listens; the function it gives ends it. */
export async function serveFakeCollector(fake: FakeCollector, socketPath: string): Promise<() => Promise<void>> {
  const http = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const input = JSON.parse(await text(request)) as Record<string, string>
      const verb = request.url!.slice(1)
      if (verb === 'watch') {
        const left = new AbortController()
        response.on('close', () => left.abort())
        for await (const event of fake.watch(left.signal)) response.write(`${JSON.stringify(event)}\n`)
      } else if (verb === 'fetchArtefact') {
        for await (const chunk of await fake.fetchArtefact(input['captureId']!, input['event'] as EventId))
          response.write(chunk)
      } else if (verb === 'fetchLive') {
        for await (const chunk of await fake.fetchLive(input['captureId']!)) response.write(chunk)
      } else {
        const checked = verbs[verb as Verb].input.parse(input)
        response.write(JSON.stringify(await fake.call(verb as Verb, checked)))
      }
      response.end()
    }
    answer().catch((error: unknown) => {
      if (!isProblem(error)) return response.destroy(error as Error)
      response.writeHead(error.status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(error))
    })
  })
  http.listen(socketPath)
  await once(http, 'listening')
  return async () => {
    http.closeAllConnections()
    http.close()
    await once(http, 'close')
  }
}
