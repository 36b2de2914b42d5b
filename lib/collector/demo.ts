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
/** It only lists containers; most of its time is the start of Node. */
const demoStatusTimeoutMs = 30_000

type Action = 'start' | 'stop' | 'status'

interface Child {
  readonly action: Action
  /** Whether it said a state. */
  readonly ended: Promise<boolean>
  /** What it still says is of before a start or a stop. */
  isDropped: boolean
  stop(): Promise<unknown>
}

/** `env`: added to the fixed environment of its program, as `startCommand` has it. `onChange`: gets each new state. */
export function createDemo(env: Readonly<Record<string, string>>, onChange: (state: DemoState) => void) {
  let state: DemoState = { state: 'stopped', step: '', problem: null }
  let wasSeen = false
  let isSeeing = false
  let running: Child | null = null

  const set = (next: DemoState) => {
    state = next
    onChange(next)
  }

  function run(action: Action): Child {
    const timeoutMs = action === 'status' ? demoStatusTimeoutMs : demoTimeoutMs
    const command = startCommand(process.execPath, [program, action, '--json'], { env, timeoutMs })
    command.stdin.end()
    const lines = createInterface({ input: command.stdout })
    let hasAnswered = false
    lines.on('line', (line) => {
      const { data } = demoStateSchema.safeParse(parseLine(line))
      // That nothing can be asked while Docker is away is a health check, not a demo that failed.
      if (!data || child.isDropped || (action === 'status' && data.state === 'failed')) return
      hasAnswered = true
      set(data)
    })
    const ended = command.ended.then(({ exitCode, stderr }) => {
      if (running === child) running = null
      if (exitCode === 0 || state.problem !== null || action === 'status') return hasAnswered
      const reason = stderr.trim().slice(-mostDemoErrorChars) || `its program ended with ${exitCode ?? 'a signal'}`
      set({
        state: 'failed',
        step: state.step,
        problem: new Problem('demo-failed', { step: state.step || action, reason }).toJSON(),
      })
      return hasAnswered
    })
    const child: Child = { action, ended, isDropped: false, stop: () => command.stop('SIGTERM') }
    return (running = child)
  }

  /** Asks what runs, once what is under way has ended: that may be of before. Gives false where no answer came. */
  async function refresh(): Promise<boolean> {
    while (running !== null) await running.ended
    return run('status').ended
  }

  /** Does it at once, in place of a status check that runs: its answer would be of before, and Docker may hang. */
  function change(action: 'start' | 'stop', first: 'starting' | 'stopping'): void {
    if (running !== null) {
      if (running.action !== 'status') return
      running.isDropped = true
      void running.stop()
    }
    set({ state: first, step: first, problem: null })
    run(action)
  }

  return {
    state: () => state,
    /** Gives at once that it is starting, or what it is doing already. */
    start(): DemoState {
      if (state.state !== 'running') change('start', 'starting')
      return state
    },
    /** Gives at once that it is stopping, or what it is doing already. */
    stop(): DemoState {
      if (state.state !== 'stopped') change('stop', 'stopping')
      return state
    },
    refresh,
    /**
     * `isSeen`: whether a JVM of the demo is listed now. When that changes, asks what runs: it is started and stopped
     * on the command line, too. Where no answer came, the next call asks again.
     */
    async see(isSeen: boolean): Promise<void> {
      if (isSeen === wasSeen || isSeeing) return
      isSeeing = true
      try {
        if (await refresh()) wasSeen = isSeen
      } finally {
        isSeeing = false
      }
    },
    /** Ends the child, not the demo. */
    async close() {
      await running?.stop()
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
