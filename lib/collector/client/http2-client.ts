/**
 * Verbs over a connection that the collector opened: the web program is HTTP/2's client on it, the collector its
 * server.
 */
import http2 from 'node:http2'
import type { Socket } from 'node:net'
import { createVerbClient, type Post, type VerbClient } from './client.ts'

/** Bytes of one artefact that may be on their way to us: a line with 300 ms of delay is filled at 100 Mbit/s. */
const windowBytes = 4 * 2 ** 20
/** Bytes of all artefacts together that may be on their way to us; more waits. */
const allWindowsBytes = 16 * 2 ** 20

export interface RemoteClient extends VerbClient {
  /** Uses this connection from now on, and ends the one before it. */
  attach(connection: Socket): void
  isConnected(): boolean
  /** Notes that the collector ends this connection since it was asked to end. */
  noteLeft(): void
  /** Ends the connection, if there is one. */
  close(): void
}

/** `address` is for people. A watch waits for a connection, everything else fails at once without one. */
export function createRemoteClient(address: string): RemoteClient {
  let session: http2.ClientHttp2Session | null = null
  let waiting: (() => void)[] = []
  let hasLeft = false

  async function connected(signal?: AbortSignal): Promise<http2.ClientHttp2Session> {
    for (;;) {
      signal?.throwIfAborted()
      if (session) return session
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  const post: Post = async (path, body, { timeoutMs, signal }) => {
    const open = path === '/watch' ? await connected(signal) : session
    if (!open) throw new Error('it is not connected')
    const stream = open.request(
      { ':method': 'POST', ':path': path, 'content-type': 'application/json' },
      signal ? { signal } : {},
    )
    return new Promise((resolve, reject) => {
      stream.setTimeout(timeoutMs, () => stream.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
      stream.on('error', reject)
      stream.on('close', () => reject(new Error('it closed the connection')))
      // A stream that is cut off ends as one that is whole: its reader must not take it for that.
      stream.on('aborted', () => stream.destroy(new Error('it closed the connection')))
      stream.on('response', (headers) => resolve({ status: Number(headers[':status']), stream }))
      stream.end(body)
    })
  }

  return {
    ...createVerbClient(post, address, () => hasLeft),
    attach(connection) {
      session?.destroy()
      const opened = http2.connect('http://collector', {
        createConnection: () => connection,
        settings: { initialWindowSize: windowBytes, enablePush: false },
      })
      opened.setLocalWindowSize(allWindowsBytes)
      const forget = () => {
        if (session === opened) session = null
      }
      opened.on('error', forget) // what is under way on it tells its own reader
      opened.on('close', forget)
      connection.on('close', () => opened.destroy())
      session = opened
      hasLeft = false
      for (const resolve of waiting.splice(0)) resolve()
      waiting = []
    },
    isConnected: () => session !== null,
    noteLeft: () => (hasLeft = true),
    close: () => session?.destroy(),
  }
}
