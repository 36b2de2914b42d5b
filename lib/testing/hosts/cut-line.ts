/** A TCP address in front of another: cut, it is as a host that does not answer. */
import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

export interface CutLine extends AsyncDisposable {
  readonly port: number
  /** What is open breaks, and what is new is refused. */
  cut(): void
  mend(): void
}

export async function openCutLine(to: { readonly host: string; readonly port: number }): Promise<CutLine> {
  const open = new Set<Socket>()
  let isCut = false
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy()
    const far = net.connect(to)
    const both = [near, far] as const
    for (const [one, other] of [both, [far, near]] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => void (isCut = false),
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
