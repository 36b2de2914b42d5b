/** The demo service, started and stopped by the example's own program, as a child. */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type DemoState, demoStateSchema } from '../contract/health.ts'
import { Problem } from '../errors.ts'
import { startCommand } from '../host/command/run-command.ts'

/** Characters of its program's stderr that a failure of the demo repeats. */
const mostDemoErrorChars = 500

const program = fileURLToPath(new URL('../../examples/demo.ts', import.meta.url))
/** The first start links a Java runtime and builds an image. */
const demoTimeoutMs = 300_000

export function createDemo(env: Readonly<Record<string, string>>, onChange: (state: DemoState) => void) {
  let state: DemoState = { state: 'stopped', step: '', problem: null }
  let wasSeen = false
  let child: { ended: Promise<void>; stop(): Promise<unknown> } | null = null

  const set = (next: DemoState) => {
    state = next
    onChange(next)
  }

  function run(action: 'start' | 'stop' | 'status', first: DemoState | null): void {
    if (first) set(first)
    const command = startCommand(process.execPath, [program, action, '--json'], { env, timeoutMs: demoTimeoutMs })
    command.stdin.end()
    const lines = createInterface({ input: command.stdout })
    lines.on('line', (line) => {
      const { data } = demoStateSchema.safeParse(parseLine(line))
      // That nothing can be asked while Docker is away is a health check, not a demo that failed.
      if (data && !(action === 'status' && data.state === 'failed')) set(data)
    })
    const ended = command.ended.then(({ exitCode, stderr }) => {
      child = null
      if (exitCode === 0 || state.problem !== null || action === 'status') return
      const reason = stderr.trim().slice(-mostDemoErrorChars) || `its program ended with ${exitCode ?? 'a signal'}`
      set({
        state: 'failed',
        step: state.step,
        problem: new Problem('demo-failed', { step: state.step || action, reason }).toJSON(),
      })
    })
    child = { ended, stop: () => command.stop('SIGTERM') }
  }

  /** Finds out whether one runs that an earlier collector, or a person, started or stopped. */
  async function refresh(): Promise<void> {
    if (child === null) run('status', null)
    await child?.ended
  }

  return {
    state: () => state,
    /** Gives at once that it is starting, or what it is doing already. */
    start(): DemoState {
      if (child === null && state.state !== 'running')
        run('start', { state: 'starting', step: 'starting', problem: null })
      return state
    },
    stop(): DemoState {
      if (child === null && state.state !== 'stopped')
        run('stop', { state: 'stopping', step: 'stopping', problem: null })
      return state
    },
    refresh,
    /** It is started and stopped on the command line, too. */
    async see(isSeen: boolean): Promise<void> {
      if (isSeen !== wasSeen) await refresh()
      wasSeen = isSeen
    },
    /** Ends the child, not the demo. */
    async close() {
      await child?.stop()
    },
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null // a library's word on stdout
    throw error
  }
}
