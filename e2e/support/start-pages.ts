/** The web program beside a fake collector, for journeys that need profiles and no JVM. */
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { startCollectorServer } from '../../lib/collector/socket-server.ts'
import { createFakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { startWeb } from '../../lib/web/testing/started-web.ts'
import type { Hearth, HearthInstance } from './hearth.ts'

export async function startPages({ directory, port }: HearthInstance): Promise<Hearth> {
  const run = `${directory}/run`
  await mkdir(run, { recursive: true })
  const collector = await startCollectorServer(createFakeCollector(), {
    socketPath: `${run}/collector.sock`,
    allowedUids: new Set([process.getuid!()]),
    gid: process.getgid!(),
    report: (error) => console.error(error),
  })
  const settings = { HEARTH_PORT: String(port), HEARTH_DATA: `${directory}/data`, HEARTH_RUN: run }
  const { child, startEvent } = await startWeb(directory, settings)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    await collector.close()
  }
  return {
    url: startEvent.url,
    signInLink: startEvent.signInLink,
    hostPids: () => [child.pid!],
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
