/** Who is at the other end of a connected Unix socket, as the kernel says. */
import type { Socket } from 'node:net'
import { getPeerCredentials } from './libc.ts'

export interface PeerCredentials {
  readonly hostPid: number
  readonly uid: number
  readonly gid: number
}

/**
 * On the server's side: who connected. On the client's side: who called listen(). null when the socket is closed or is
 * not a Unix socket.
 *
 * Source: SO_PEERCRED, unix(7).
 */
export function readPeerCredentials(socket: Socket): PeerCredentials | null {
  // Node has no public API for the descriptor of a socket.
  const fd = (socket as Socket & { _handle?: { fd?: number } | null })._handle?.fd
  return fd === undefined || fd < 0 ? null : getPeerCredentials(fd)
}
