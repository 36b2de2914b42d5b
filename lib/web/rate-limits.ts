/** How often one address may do what is dear: guess a code or a token, start a capture, send a file. */
import type { IncomingMessage } from 'node:http'
import { createRateLimit, type RateLimit } from '../access/rate-limit.ts'
import { Problem } from '../errors.ts'

export function createLimits(): (request: IncomingMessage) => Problem | null {
  const limits: Record<string, RateLimit> = {
    'POST /api/v1/session': createRateLimit({ burst: 20, perSecond: 0.5 }),
    'POST /api/v1/captures': createRateLimit({ burst: 20, perSecond: 1 }),
    'POST /api/v1/profiles': createRateLimit({ burst: 20, perSecond: 1 }),
    'PUT /api/v1/imports': createRateLimit({ burst: 20, perSecond: 1 }),
  }
  const withToken = createRateLimit({ burst: 300, perSecond: 40 })
  return ({ method, url, socket, headers }) => {
    // A file's own name stands behind the slash.
    const path = url?.split('?', 1)[0]?.replace(/^(\/api\/v1\/imports)\/.*$/, '$1')
    const limit = limits[`${method} ${path}`]
    const address = socket.remoteAddress ?? ''
    const dear = limit?.take(address) ?? 0
    const retryAfterSeconds = headers.authorization === undefined ? dear : Math.max(dear, withToken.take(address))
    return retryAfterSeconds > 0 ? new Problem('too-many-requests', { retryAfterSeconds }) : null
  }
}
