/**
 * The program inside a helper container: does one thing for a collector that is somewhere else, and ends. It reads what
 * to do on standard input and answers on standard output; see protocol.ts. When the collector goes away it gives up,
 * puts the target back as it was, and ends.
 */
import fs from 'node:fs'
import { createEngines } from '../capture/engines.ts'
import { readConfig } from '../config.ts'
import { isProblem, Problem } from '../errors.ts'
import { createFrameWriter, type FrameWriter } from './frames.ts'
import { listen } from './inside/read-requests.ts'
import { aliveEveryMs, type Order, type Word } from './protocol.ts'
import { recordHere } from './inside/run-recording.ts'
import { scoutHere } from './inside/inventory-agent.ts'
import { seenFromHere } from './inside/local-target.ts'

/** A tmpfs of the helper's own. */
const workDirectory = process.env.HEARTH_HELPER_WORK ?? '/work'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const writer = createFrameWriter(process.stdout)
  const cancel = new AbortController()
  const save = new AbortController()
  const heard: Word[] = []
  let onWord = (word: Word): void => void heard.push(word)
  const ear = listen(process.stdin, (word) => {
    if (word.type === 'cancel') cancel.abort(new Error('cancelled'))
    else if (word.type === 'save') save.abort()
    else if (word.type !== 'alive') onWord(word)
  })
  const stopped = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopped.abort(new Error(name)))
  const signal = AbortSignal.any([ear.gone, cancel.signal, stopped.signal])

  const alive = setInterval(() => void writer.say({ type: 'alive' }).catch(() => {}), aliveEveryMs)
  try {
    await writer.say({ type: 'hello', ...whoWeAre() })
    await obey(await ear.order)
  } catch (error) {
    if (!signal.aborted) await explain(writer, error)
  } finally {
    clearInterval(alive)
  }
  // What was asked is done, or nobody waits for it any more.
  const written = writer.end()
  await Promise.race([written, new Promise((resolve) => setTimeout(resolve, 5000))])
  process.exit(0)

  async function obey(order: Order): Promise<void> {
    if (order.type === 'scout') {
      const hear = scoutHere(config, writer, signal)
      heard.splice(0).forEach(hear)
      onWord = hear
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      return
    }
    const engines = createEngines(config)
    if (order.type === 'examine') {
      const target = seenFromHere(order.target)
      for (const engine of engines) {
        const found = await engine.examine(target, 'helper')
        const events = [...found].map(([event, findings]) => ({ event, findings: [...findings] }))
        await writer.say({ type: 'examined', engine: engine.id, events })
      }
      return
    }
    const engine = engines.find(({ id }) => id === order.engine)
    if (engine === undefined) {
      throw new Problem('helper-failed', { reason: `its image knows no engine ${order.engine}` })
    }
    const seconds = config.parserSeconds
    await recordHere(order, { engine, writer, workDirectory, seconds, save: save.signal }, signal)
  }
}

async function explain(writer: FrameWriter, error: unknown): Promise<void> {
  if (isProblem(error)) return writer.say({ type: 'problem', problem: error.toJSON() })
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  await writer.say({ type: 'broken', reason: reason.slice(0, 4000) })
}

function whoWeAre(): { uid: number; gid: number; capabilities: string } {
  const status = fs.readFileSync('/proc/self/status', 'utf8')
  const capabilities = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? ''
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, capabilities }
}

await main()
