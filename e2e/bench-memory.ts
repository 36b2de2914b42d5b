import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from '@playwright/test'

interface HeapUsage {
  readonly usedSize: number
  readonly embedderHeapUsedSize: number
  readonly backingStorageSize: number
}

/**
 * Bytes that are alive in the page and its workers once garbage is collected: objects, and the buffers of typed arrays apart.
 * Not in it: what the browser needs for any page, and memory that it keeps for later.
 */
export async function liveBytes(page: Page): Promise<{ buffersOfPage: number; all: number }> {
  const session = await page.context().newCDPSession(page)
  const ofPage = await heapOf((method) => session.send(method as 'Runtime.getHeapUsage'))
  const ofWorkers: HeapUsage[] = []
  for (const send of await connectWorkers(session)) ofWorkers.push(await heapOf(send))
  await session.detach()
  const all = [ofPage, ...ofWorkers].reduce(
    (sum, heap) => sum + heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize,
    0,
  )
  return { buffersOfPage: ofPage.backingStorageSize, all }
}

type Send = (method: string) => Promise<unknown>

async function heapOf(send: Send): Promise<HeapUsage> {
  // What a worker sent becomes garbage here only after it became garbage there, so more than once.
  for (let time = 0; time < 3; time++) await send('HeapProfiler.collectGarbage')
  return (await send('Runtime.getHeapUsage')) as HeapUsage
}

/** Playwright offers no session with a worker, so messages go through the one of its page. */
async function connectWorkers(session: CDPSession): Promise<Send[]> {
  const answers = new Map<number, (result: unknown) => void>()
  const sessions: string[] = []
  let last = 0
  session.on('Target.attachedToTarget', ({ sessionId }) => sessions.push(sessionId))
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown }
    if (id !== undefined) answers.get(id)?.(result)
  })
  // Workers that run already are told of before this answers.
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  return sessions.map((sessionId) => async (method) => {
    const id = ++last
    const answered = new Promise<unknown>((resolve) => answers.set(id, resolve))
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
    return answered
  })
}

/** MiB that only this page's process has, its garbage collected; the code of the browser, which all share, is not in it. */
export async function privateMegabytes(page: Page, browser: Browser): Promise<number> {
  await liveBytes(page)
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const kibibytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0))
  return Math.max(...kibibytes) / 1024
}
