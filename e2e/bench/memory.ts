import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, type CDPSession, expect, type Page } from '@playwright/test'

interface HeapUsage {
  readonly usedSize: number
  readonly embedderHeapUsedSize: number
  readonly backingStorageSize: number
}

/**
 * Bytes that the page and its workers hold after garbage collection: objects, and apart from them the buffers of typed
 * arrays. Without what the browser needs for any page, and memory that it keeps in reserve.
 */
export async function liveBytes(page: Page): Promise<{ buffersOfPage: number; all: number }> {
  const session = await page.context().newCDPSession(page)
  const ofPage = await heapOf((method) => session.send(method as 'Runtime.getHeapUsage'))
  const ofWorkers: HeapUsage[] = []
  for (const worker of await connectWorkers(connectSession(session))) ofWorkers.push(await heapOf(worker.send))
  await session.detach()
  const all = [ofPage, ...ofWorkers].reduce(
    (sum, heap) => sum + heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize,
    0,
  )
  return { buffersOfPage: ofPage.backingStorageSize, all }
}

type Send = (method: string, params?: object) => Promise<unknown>

/** Chromium's protocol with one target: a page, or through its page a worker. */
interface CdpConnection {
  readonly send: Send
  readonly on: (event: string, listener: (params: never) => void) => void
}

function connectSession(session: CDPSession): CdpConnection {
  return {
    send: (method, params) => session.send(method as 'Target.sendMessageToTarget', params as never),
    on: (event, listener) => void session.on(event as 'Target.receivedMessageFromTarget', listener as never),
  }
}

/** The protocol of a target that another target is attached to. */
function connectTarget(outer: CdpConnection, sessionId: string): CdpConnection {
  const answers = new Map<number, (result: unknown) => void>()
  const listeners = new Map<string, (params: never) => void>()
  let last = 0
  outer.on('Target.receivedMessageFromTarget', (event: { sessionId: string; message: string }) => {
    if (event.sessionId !== sessionId) return
    const { id, result, method, params } = JSON.parse(event.message) as Record<
      'id' | 'result' | 'method' | 'params',
      never
    >
    if (id !== undefined) answers.get(id)?.(result)
    else listeners.get(method)?.(params)
  })
  return {
    async send(method, params = {}) {
      const id = ++last
      const answered = new Promise<unknown>((resolve) => answers.set(id, resolve))
      await outer.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      })
      return answered
    },
    on: (event, listener) => void listeners.set(event, listener),
  }
}

async function heapOf(send: Send): Promise<HeapUsage> {
  // An object that a worker sent is freed here only after it was freed in the worker, so collect more than once.
  for (let time = 0; time < 3; time++) await send('HeapProfiler.collectGarbage')
  return (await send('Runtime.getHeapUsage')) as HeapUsage
}

/** Playwright offers no session with a worker, so messages go through the session of its page. */
async function connectWorkers(page: CdpConnection): Promise<CdpConnection[]> {
  const sessions: string[] = []
  page.on('Target.attachedToTarget', ({ sessionId }: { sessionId: string }) => sessions.push(sessionId))
  // The events for workers that already run arrive before the response to this request.
  await page.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  return sessions.map((sessionId) => connectTarget(page, sessionId))
}

/**
 * MiB of the process of a page alone when it is idle and its garbage is collected, without the browser's code, which
 * all processes share. Opens a page without Playwright: a client that listens to requests keeps a copy of each response
 * in that process.
 */
export async function megabytesAtRest(browser: Browser, url: string, cookies: readonly Cookie[]): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.setCookies', { cookies: [...cookies] })
  const { targetId } = await session.send('Target.createTarget', { url })
  await untilAtRest(session)
  const { sessionId } = await session.send('Target.attachToTarget', {
    targetId,
    flatten: false,
  })
  const page = connectTarget(connectSession(session), sessionId)
  await heapOf(page.send)
  for (const worker of await connectWorkers(page)) await heapOf(worker.send)
  await heapOf(page.send)
  await untilAtRest(session)
  return anonymousKibibytes(await pidOf(page, session)) / 1024
}

/** The protocol does not give the PID of a page, so take the process that uses CPU while the page runs a loop. */
async function pidOf(page: CdpConnection, session: CDPSession): Promise<number> {
  const pids = await rendererPids(session)
  const before = pids.map(ticksOf)
  await page.send('Runtime.evaluate', {
    expression: 'for (const end = Date.now() + 300; Date.now() < end;);',
  })
  const worked = pids.map((pid, index) => ticksOf(pid) - before[index]!)
  return pids[worked.indexOf(Math.max(...worked))]!
}

export type Cookie = NonNullable<Exclude<BrowserContextOptions['storageState'], string | undefined>>['cookies'][number]

/** Waits until no page has used CPU for a second. */
async function untilAtRest(session: CDPSession): Promise<void> {
  const usedTicks = async () => (await rendererPids(session)).map(ticksOf).join()
  const used: string[] = []
  await expect
    .poll(
      async () => {
        used.push(await usedTicks())
        return used.length > 4 && new Set(used.slice(-5)).size === 1
      },
      { intervals: [250], timeout: 240_000 },
    )
    .toBe(true)
}

async function rendererPids(session: CDPSession): Promise<number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** User and system time in clock ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function anonymousKibibytes(pid: number): number {
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
