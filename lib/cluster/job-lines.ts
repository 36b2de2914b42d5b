/** Connections that Jobs open: each Job has a token, which is good for the capture it was made for and ends with it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { LineRefusal } from '../collector/socket-server.ts'
import { jobTokenPrefix } from '../contract/one-shot.ts'

export type JobLines = ReturnType<typeof createJobLines>

interface Expected {
  readonly hash: Buffer
  readonly attach: (socket: Socket) => void
  /** The one in use: a second one is refused while it lives. */
  current: Socket | null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export function createJobLines() {
  const expected = new Set<Expected>()
  return {
    /** A token, until it is disposed of. `attach` gets each connection that shows it, one after the other. */
    expect(attach: (socket: Socket) => void): Disposable & { readonly token: string } {
      const token = `${jobTokenPrefix}${randomBytes(32).toString('base64url')}`
      const entry: Expected = { hash: hashOf(token), attach, current: null }
      expected.add(entry)
      return {
        token,
        [Symbol.dispose]() {
          expected.delete(entry)
          entry.current?.destroy()
        },
      }
    },
    /** Says how a connection that shows this token is taken, or why not. */
    accept(token: string): ((socket: Socket) => void) | LineRefusal {
      const hash = hashOf(token)
      const entry = [...expected].find((one) => timingSafeEqual(one.hash, hash))
      if (!entry) return 'not-valid'
      if (entry.current !== null && !entry.current.destroyed) return 'in-use'
      return (socket) => {
        entry.current = socket
        entry.attach(socket)
      }
    },
  }
}
