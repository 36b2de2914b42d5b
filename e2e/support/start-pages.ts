/** The web program beside a fake collector, for journeys that need profiles and no JVM. */
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Capture } from '../../lib/contract/capture.ts'
import { createFakeCollector, type FakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { serveFakeCollector } from '../../lib/server/testing/serve-fake-collector.ts'
import { startWeb } from '../../lib/web/testing/started-web.ts'
import { type Hearth, type HearthInstance, prepareInstance, removeInstance, saveSession } from './hearth.ts'

export async function startPages(
  { directory, port }: HearthInstance,
  collector: FakeCollector = createFakeCollector(),
  /** Pods of clusters; then no JVMs of the host are listed, as in a cluster. */
  clusters?: FakeCollector,
): Promise<Hearth> {
  const run = `${directory}/run`
  await mkdir(run, { recursive: true })
  const endCollector = await serveFakeCollector(collector, `${run}/collector.sock`)
  const endClusters = clusters && (await serveFakeCollector(clusters, `${run}/kubernetes.sock`))
  const settings = {
    ...{ HEARTH_PORT: String(port), HEARTH_DATA: `${directory}/data`, HEARTH_RUN: run },
    ...(clusters && { HEARTH_KUBECONFIG: 'in-cluster', HEARTH_LOCAL_JVMS: '0' }),
  }
  const { child, startEvent } = await startWeb(directory, settings)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    await endCollector()
    await endClusters?.()
  }
  return {
    url: startEvent.url,
    signInLink: startEvent.signInLink,
    output: [],
    hostPids: () => [child.pid!],
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** A web program of its own beside this collector, and its first page, signed in. */
export async function withPages(
  browser: Browser,
  collector: FakeCollector,
  look: (page: Page, hearth: Hearth) => Promise<void>,
  clusters?: FakeCollector,
): Promise<void> {
  const instance = await prepareInstance()
  const hearth = await startPages(instance, collector, clusters)
  try {
    const session = `${instance.directory}/session.json`
    await saveSession(hearth.signInLink, session)
    const context = await browser.newContext({
      baseURL: hearth.url,
      storageState: session,
    })
    const page = await context.newPage()
    await page.goto('/')
    await look(page, hearth)
    await context.close()
  } finally {
    await hearth.stop()
    await removeInstance(instance)
  }
}

/** Opens the page of a capture when the web program knows it, which is some time after the collector has sent it. */
export async function openCapture(page: Page, collector: FakeCollector, capture: Capture): Promise<void> {
  collector.emitCapture(capture)
  await expect.poll(async () => (await page.request.get(`/api/v1/captures/${capture.id}`)).status()).toBe(200)
  await page.goto(`/captures/${capture.id}`)
}
