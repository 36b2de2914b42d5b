/** The side of a collector on another host: it opens a connection to the web program, and answers verbs on it. */
import http2 from 'node:http2'
import { setTimeout as delay } from 'node:timers/promises'
import { createWebSocketStream, WebSocket } from 'ws'
import { connectPath, leavingCode } from '../contract/collectors.ts'
import { createVerbAnswers } from './answer-verbs.ts'
import { toSocket } from './client/socket-pair.ts'
import type { VerbClient } from './client/client.ts'

/** State of the connection, for people. */
export type DialState =
  | { readonly state: 'connected' }
  | { readonly state: 'waiting'; readonly reason: string; readonly retryMs: number }
  /** Its credential is not valid any more: nothing will change by itself. */
  | { readonly state: 'revoked' }

interface DialOptions {
  /** Address of the web program, `https://hearth.example`. */
  readonly url: string
  /** Asked for each try: it is renewed. */
  readonly credential: () => string
  readonly collector: VerbClient
  readonly onState: (state: DialState) => void
  readonly report: (error: unknown) => void
  readonly firstWaitMs?: number
}

/** In ms: the pause before the first retry to connect to the dashboard, and after each connection that it accepted. */
const firstDialWaitMs = 500
/** The longest pause before a retry to connect to the dashboard; it doubles each time. */
const longestDialWaitMs = 15_000
/** How long the dashboard may take to accept the connection of a collector: a timeout. */
const handshakeMs = 10_000
/** How long the dashboard may take to answer that the collector closes its connection: a timeout. */
const longestGoodbyeMs = 1000
/** The web program asks every few seconds whether we are there; silence is a line that was cut. */
const dashboardSilenceMs = 20_000

/** Connects, and connects again whenever the connection ends, until it is stopped. */
export function dialOut({ url, credential, collector, onState, report, firstWaitMs = firstDialWaitMs }: DialOptions) {
  const stopped = new AbortController()
  const { signal } = stopped
  const { answerVerb, answerFailure } = createVerbAnswers(collector, report, signal)
  const server = http2.createServer({ settings: { initialWindowSize: 2 ** 20 } }, (request, response) => {
    void answerVerb(request, response).catch((error: unknown) => answerFailure(response, error))
  })
  server.on('sessionError', () => undefined) // the line is cut: it is dialled again

  async function run(): Promise<void> {
    let waitMs = firstWaitMs
    while (!signal.aborted) {
      const { reason, wasConnected, isRefused } = await connectOnce()
      if (signal.aborted) return
      if (isRefused) {
        onState({ state: 'revoked' })
        return
      }
      waitMs = wasConnected ? firstWaitMs : Math.min(waitMs * 2, longestDialWaitMs)
      // A thousand collectors that lost one web program must not all come back at once.
      const retryMs = Math.round(waitMs * (0.5 + Math.random()))
      onState({ state: 'waiting', reason, retryMs })
      await delay(retryMs, undefined, { signal }).catch(() => {}) // fails only when stopped
    }
  }

  /** Until the connection ends. */
  function connectOnce(): Promise<{ reason: string; wasConnected: boolean; isRefused: boolean }> {
    return new Promise((resolve) => {
      let reason = 'it closed the connection'
      let wasConnected = false
      let isRefused = false
      let isAnswered = false
      const socket = new WebSocket(toWebSocketUrl(url), {
        headers: { authorization: `Bearer ${credential()}` },
        perMessageDeflate: false,
        handshakeTimeout: handshakeMs,
        maxPayload: 2 ** 24,
      })
      const stop = () => {
        // So the dashboard knows that it is no failure; one that does not answer is not waited for.
        socket.close(leavingCode)
        setTimeout(() => socket.terminate(), longestGoodbyeMs).unref()
      }
      signal.addEventListener('abort', stop, { once: true })
      let silence: NodeJS.Timeout | undefined
      const heard = () => {
        clearTimeout(silence)
        silence = setTimeout(() => {
          reason = `nothing was heard for ${dashboardSilenceMs / 1000} s`
          socket.terminate()
        }, dashboardSilenceMs)
      }
      socket.on('open', () => {
        wasConnected = isAnswered = true
        heard()
        const stream = createWebSocketStream(socket)
        stream.on('error', () => undefined) // `close` says it
        toSocket(stream).then(
          (line) => {
            server.emit('connection', line)
            onState({ state: 'connected' })
          },
          (error: unknown) => {
            report(error)
            socket.terminate()
          },
        )
      })
      socket.on('ping', heard)
      socket.on('unexpected-response', (_request, { statusCode }) => {
        isAnswered = true
        isRefused = statusCode === 401
        reason = `it answered ${statusCode}`
        socket.terminate()
      })
      // Not after an answer: that we end the connection then is an error to the package, too.
      socket.on('error', (error: NodeJS.ErrnoException) => (reason = isAnswered ? reason : error.message))
      socket.on('close', () => {
        clearTimeout(silence)
        signal.removeEventListener('abort', stop)
        resolve({ reason, wasConnected, isRefused })
      })
    })
  }

  const running = run()
  return {
    /** Resolves when it was stopped, or its credential is no longer valid. */
    done: running,
    async stop(): Promise<void> {
      stopped.abort()
      await running
    },
  }
}

function toWebSocketUrl(url: string): URL {
  const address = new URL(connectPath, url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address
}
