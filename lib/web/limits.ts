/** How often one address may do what is dear: guess a code, start a capture, send a file. */
import { type IncomingMessage } from 'node:http'
import { Problem } from '../errors.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'

export function createLimits(): (request: IncomingMessage) => Problem | null {
  const limits: Record<string, RateLimit> = {
    'POST /api/session': createRateLimit({ burst: 20, perSecond: 0.5 }),
    'POST /api/captures': createRateLimit({ burst: 20, perSecond: 1 }),
    'POST /api/profiles': createRateLimit({ burst: 20, perSecond: 1 }),
  }
  return ({ method, url, socket }) => {
    const limit = limits[`${method} ${url?.split('?', 1)[0]}`]
    const retryAfterSeconds = limit?.take(socket.remoteAddress ?? '') ?? 0
    return retryAfterSeconds > 0 ? new Problem('too-many-requests', { retryAfterSeconds }) : null
  }
}
