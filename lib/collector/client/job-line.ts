/** Passes the connection of a Job on to the program that made the Job, which alone knows its token. */
import http from 'node:http'
import type { Duplex } from 'node:stream'
import { jobLineProtocol } from '../../contract/one-shot.ts'

/** How long a collector may take to accept the connection of a Job, which is silent until then. */
const jobLineTimeoutMs = 10_000

/**
 * Gives the status of its refusal where the token is not valid (401) or in use (409). Throws: an Error when nothing
 * answers.
 */
export function openJobLine(socketPath: string, token: string): Promise<Duplex | number> {
  return new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: jobLineProtocol, authorization: `Bearer ${token}` }
    const request = http.request({ socketPath, path: '/job', headers, agent: false, timeout: jobLineTimeoutMs })
    request.on('upgrade', (_, socket, head) => {
      socket.unshift(head)
      socket.setTimeout(0)
      socket.on('error', () => socket.destroy()) // until it has another reader, an error would end this program
      resolve(socket)
    })
    request.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
    request.end()
  })
}

/** Ends a connection that asked to become another, with an answer that says why not. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
