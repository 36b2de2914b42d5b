/** A Docker engine that answers as a test says, and timeouts that pass when it says so. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'

/** Holds timeouts until the test aborts them; gives them in the order in which they began. */
export function holdTimeouts(): AbortController[] {
  const limits: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    limits.push(new AbortController())
    return limits.at(-1)!.signal
  })
  return limits
}

/** Listens as a Docker engine. `answer` gives the body of the answer to a request; null leaves it unanswered. */
export async function listenAsDocker(
  answer: (count: number, request: http.IncomingMessage) => { status: number; body?: unknown } | null,
): Promise<{ host: string; urls: string[] }> {
  const urls: string[] = []
  const server = http.createServer((request, response) => {
    urls.push(request.url!)
    const given = answer(urls.length, request)
    if (given === null) return
    response.writeHead(given.status, { 'content-type': 'application/json' })
    response.end(given.body === undefined ? undefined : JSON.stringify(given.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, urls }
}
