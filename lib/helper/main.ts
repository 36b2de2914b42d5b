/**
 * The program inside a helper container: does one thing for a collector that is somewhere else, and ends. It reads what
 * to do on standard input and answers on standard output; see protocol.ts. When the collector goes away it gives up,
 * puts the target back as it was, and ends.
 */
import { kernelFiles } from '../host/kernel/named-files.ts'
import { createEngines } from '../capture/engines.ts'
import { readConfig } from '../config.ts'
import { isProblem, Problem } from '../errors.ts'
import { createFrameWriter, type FrameWriter } from './frames.ts'
import { openCollectorConnection } from './inside/read-requests.ts'
import { helperAliveEveryMs, type HelperRequest, type ControlMessage } from './protocol.ts'
import { recordAndSend } from './inside/run-recording.ts'
import { serveInventory } from './inside/inventory-agent.ts'
import { translateTarget } from './inside/local-target.ts'
import { takeStart } from '../profile/names/cut-text.ts'

/** Characters that a helper sends of the stack of an error. */
const longestErrorText = 4000

/** Where engines write what they record: a tmpfs of the helper container. */
const workDirectory = process.env.HEARTH_HELPER_WORK ?? '/work'

/** How long the collector may take to read the last answers. */
const lastAnswersMs = 5000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const writer = createFrameWriter(process.stdout)
  const cancel = new AbortController()
  /** Aborted when the collector wants the recording to end now and be kept. */
  const save = new AbortController()
  /** Messages that came before the request had what handles them. */
  const early: ControlMessage[] = []
  let onMessage = (message: ControlMessage): void => void early.push(message)
  const connection = openCollectorConnection(process.stdin, (message) => {
    if (message.type === 'cancel') cancel.abort(new Error('cancelled'))
    else if (message.type === 'save') save.abort()
    else if (message.type !== 'alive') onMessage(message)
  })
  const stopped = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopped.abort(new Error(name)))
  const signal = AbortSignal.any([connection.closed, cancel.signal, stopped.signal])

  const alive = setInterval(() => void writer.send({ type: 'alive' }).catch(() => {}), helperAliveEveryMs)
  try {
    await writer.send({ type: 'hello', ...readIdentity() })
    await runRequest(await connection.request)
  } catch (error) {
    if (!signal.aborted) await sendFailure(writer, error)
  } finally {
    clearInterval(alive)
  }
  // What was asked is done, or its caller is gone.
  const written = writer.end()
  await Promise.race([written, new Promise((resolve) => setTimeout(resolve, lastAnswersMs))])
  process.exit(0)

  async function runRequest(request: HelperRequest): Promise<void> {
    if (request.type === 'inventory') {
      // It lists the processes of the host until the collector goes away.
      const handleMessage = serveInventory(config, writer, signal)
      early.splice(0).forEach(handleMessage)
      onMessage = handleMessage
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      return
    }
    const engines = createEngines(config)
    if (request.type === 'examine') {
      const target = translateTarget(request.target)
      for (const engine of engines) {
        const found = await engine.examine(target, 'helper')
        const events = [...found].map(([event, findings]) => ({ event, findings: [...findings] }))
        await writer.send({ type: 'examined', engine: engine.id, events })
      }
      return
    }
    const engine = engines.find(({ id }) => id === request.engine)
    if (engine === undefined) {
      throw new Problem('helper-failed', { reason: `its image knows no engine ${request.engine}` })
    }
    const { parserSeconds } = config
    await recordAndSend(request, { engine, writer, workDirectory, parserSeconds, save: save.signal }, signal)
  }
}

async function sendFailure(writer: FrameWriter, error: unknown): Promise<void> {
  if (isProblem(error)) return writer.send({ type: 'problem', problem: error.toJSON() })
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  await writer.send({ type: 'broken', reason: takeStart(reason, longestErrorText) })
}

function readIdentity(): { uid: number; gid: number; capabilities: string } {
  const status = kernelFiles.readFileSync('/proc/self/status', 'utf8')
  const capabilities = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? ''
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, capabilities }
}

await main()
