/** The fake collector behind the real one's socket. */
import { startCollectorServer } from '../../collector/socket-server.ts'
import type { FakeCollector } from './fake-collector.ts'

/** Resolves when it listens; the function it gives ends it. */
export async function serveFakeCollector(fake: FakeCollector, socketPath: string): Promise<() => Promise<void>> {
  const server = await startCollectorServer(fake, {
    socketPath,
    allowedUids: new Set([process.getuid!()]),
    gid: process.getgid!(),
    report: (error) => console.error(error),
  })
  return () => server.close()
}
