/** Collectors on other hosts: enrolled ones are followed, whether they are connected or not, until they are removed. */
import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import type { CollectorCredentials, EnrolledCollector } from '../../access/collector-credentials.ts'
import { createRemoteClient, type RemoteClient } from '../../collector/client/http2-client.ts'
import { openJobLine, refuseUpgrade } from '../../collector/client/job-line.ts'
import { toSocket } from '../../collector/client/socket-pair.ts'
import { leavingCode } from '../../contract/collectors.ts'
import { jobTokenPrefix } from '../../contract/one-shot.ts'
import type { CaptureFollower } from '../captures/follow-captures.ts'

/** Interval of the pings (heartbeats) to a collector: one that was cut off is known for that within 10 s. */
const pingEveryMs = 2000
/** A host is cut off when nothing is heard from it for so long: a timeout. */
const hostSilenceMs = 6000

interface Parts {
  readonly credentials: CollectorCredentials
  readonly follower: Pick<CaptureFollower, 'add' | 'remove'>
  /** Socket of the program that makes Jobs in clusters; null without one. */
  readonly clusterSocket: string | null
}

export function createRemoteCollectors({ credentials, follower, clusterSocket }: Parts) {
  const clients = new Map<string, RemoteClient>()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 2 ** 24 })

  function follow({ id, name, createdAt }: EnrolledCollector): RemoteClient {
    const existingClient = clients.get(id)
    if (existingClient) return existingClient
    const client = createRemoteClient(name)
    clients.set(id, client)
    follower.add({ id, name, client, address: name, joinedAt: createdAt })
    return client
  }

  async function accept(socket: WebSocket, collector: EnrolledCollector): Promise<void> {
    const stream = createWebSocketStream(socket)
    stream.on('error', () => undefined) // its end follows, which the client sees
    endWhenSilent(socket)
    const client = follow(collector)
    // Before the end of its stream: the reason is known when that is noticed.
    socket.on('close', (code) => {
      if (code === leavingCode) client.noteLeft()
    })
    client.attach(await toSocket(stream))
  }

  /** Connects a Job with the program that made it, and passes their bytes on unread. */
  async function passOn(token: string, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A number is the HTTP status of a refusal: 401 for an unknown token, 409 for one in use.
    const line = clusterSocket === null ? 401 : await openJobLine(clusterSocket, token)
    if (typeof line === 'number') return refuseUpgrade(socket, line)
    if (socket.destroyed) return void line.destroy() // else its token would stay in use
    sockets.handleUpgrade(request, socket, head, (opened) => {
      endWhenSilent(opened)
      const stream = createWebSocketStream(opened)
      pipeline(stream, line, () => line.destroy())
      pipeline(line, stream, () => opened.terminate())
    })
  }

  return {
    /** Follows those that were enrolled before. */
    async start(): Promise<void> {
      for (const collector of await credentials.list()) follow(collector)
    },
    /** A connection that a collector opened. Answers 401 without a valid credential. */
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy()) // Node's own listener is gone, and one that breaks would end this program
      const [, credential = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
      if (credential.startsWith(jobTokenPrefix)) return await passOn(credential, request, socket, head)
      const collector = await credentials.find(credential)
      if (!collector) return refuseUpgrade(socket, 401)
      const opened = await new Promise<WebSocket>((resolve) => {
        sockets.handleUpgrade(request, socket, head, resolve)
      })
      await accept(opened, collector)
    },
    async enrol(token: string, name: string) {
      const enrolled = await credentials.enrol(token, name)
      follow(enrolled.collector)
      return enrolled
    },
    /** Ends the connection of a collector and forgets its JVMs. Gives whether there was such a collector. */
    async remove(id: string): Promise<boolean> {
      if (!(await credentials.remove(id))) return false
      clients.get(id)?.close()
      clients.delete(id)
      await follower.remove(id)
      return true
    },
    stop(): void {
      for (const client of clients.values()) client.close()
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

/** Ends a connection without signs of life: one that is cut reports no error, only its pings have no answer. */
function endWhenSilent(socket: WebSocket): void {
  let heardAt = Date.now()
  const hear = () => (heardAt = Date.now())
  socket.on('pong', hear)
  socket.on('message', hear)
  const asking = setInterval(() => {
    if (Date.now() - heardAt > hostSilenceMs) socket.terminate()
    else socket.ping()
  }, pingEveryMs)
  socket.on('close', () => clearInterval(asking))
}
