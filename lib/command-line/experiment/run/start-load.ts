/** The load of a run: a program on the host, and what it reports. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isProblem } from '../../../errors.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { LoadResults } from '../../../experiment/load/load-results.ts'
import type { OneRequest } from '../../../experiment/load/summarise-requests.ts'
import { readLoadResults } from '../../../experiment/load/read-load-results.ts'
import { buildJMeterCommand } from '../../../experiment/run/load-command.ts'
import { fillPorts, type HostPorts, listPortVariables } from '../../../experiment/run/ports.ts'
import type { CommandEnd } from '../../../host/command/run-command.ts'
import { readInPieces } from '../results.ts'
import { followFile } from './follow-file.ts'
import { RunFailed } from './run-failed.ts'
import { startProgram } from './start-program.ts'

export interface RunningLoad {
  /** Once the first request is known of; at once with a command, which does not tell. Also when the load has ended before. */
  readonly firstRequest: Promise<void>
  readonly ended: Promise<CommandEnd>
  /** Gives requests as they are reported, until `signal` aborts. Throws: Problem `unreadable-results`. */
  readonly follow: (onRequest: (request: OneRequest) => void, signal: AbortSignal) => Promise<unknown>
  /** Asks it to end, and waits until it has. */
  readonly stop: () => Promise<void>
  /** At once, and its results may be lost; again does nothing. */
  readonly kill: () => Promise<unknown>
  /** After its end. `since`: ms, the end of the warm-up. Throws: RunFailed `load-failed`. */
  readonly readResults: (since: number | null) => Promise<LoadResults>
}

interface LoadContext {
  /** Of the experiment. */
  readonly directory: string
  /** Of the run. */
  readonly runDirectory: string
  readonly ports: HostPorts
  readonly lock: number
}

/** How long a load may take over its time: its program has to start and to write its results. */
const marginSeconds = 120
const pollMs = 100
const graceMs = 10_000

/** Throws: Problem `tool-missing`. */
export async function startLoad(load: ExperimentText['load'], context: LoadContext): Promise<RunningLoad> {
  return load.jmeter === undefined ? startCommandLoad(load, context) : await startJMeter(load, context)
}

async function startJMeter(load: ExperimentText['load'], context: LoadContext): Promise<RunningLoad> {
  const { directory, runDirectory, ports, lock } = context
  const results = join(runDirectory, 'load.jtl')
  const stopPort = await findFreeUdpPort()
  const { command, env } = buildJMeterCommand(load, { results, log: join(runDirectory, 'jmeter.log'), stopPort }, ports)
  const program = startProgram(command, {
    ...{ cwd: directory, env: { ...env, ...listPortVariables(ports) }, seconds: load.seconds + marginSeconds, lock },
    output: join(runDirectory, 'load.log'),
    errors: join(runDirectory, 'load.stderr.log'),
  })
  const { ended } = program
  return {
    firstRequest: waitForLines(results, 2, ended),
    ...{ ended, kill: program.stop },
    async stop() {
      // Its threads end with their request, and its results are whole. Source: user manual, "Non-GUI shutdown".
      const socket = createSocket('udp4')
      socket.send('Shutdown', stopPort, '127.0.0.1', () => socket.close())
      await waitForEnd(program)
    },
    follow: (onRequest, signal) => readLoadResults(followFile(results, signal), { expected: 'jtl', onRequest }),
    readResults: (since) => readResults(results, 'jtl', since, ended),
  }
}

function startCommandLoad({ command, results, seconds }: ExperimentText['load'], context: LoadContext): RunningLoad {
  const { directory, runDirectory, ports, lock } = context
  const [output, errors] = [join(runDirectory, 'load.log'), join(runDirectory, 'load.stderr.log')]
  const file = results?.file === undefined ? output : resolve(directory, results.file)
  // Those of an earlier run would be read as of this one, and some programs add to a file that is there.
  if (file !== output) fs.rmSync(file, { force: true })
  const program = startProgram(
    command!.map((argument) => fillPorts(argument, ports)),
    { cwd: directory, env: listPortVariables(ports), seconds: seconds + marginSeconds, lock, output, errors },
  )
  const { ended } = program
  return {
    firstRequest: Promise.resolve(),
    ...{ ended, kill: program.stop },
    // It ends by itself and then writes its results.
    stop: () => waitForEnd(program),
    follow: (onRequest, signal) => readLoadResults(followFile(file, signal), { expected: results!.format, onRequest }),
    async readResults(since) {
      if (file !== output) {
        if (!fs.existsSync(file)) throw new RunFailed('load-failed', `the load has not written ${results!.file!}`)
        fs.copyFileSync(file, join(runDirectory, 'load.results'))
      }
      return await readResults(file, results!.format, since, ended)
    },
  }
}

/** Only what has not ended after a while is ended. */
async function waitForEnd({ ended, stop }: ReturnType<typeof startProgram>): Promise<void> {
  const hasEnded = await Promise.race([ended.then(() => true), delay(graceMs, false, { ref: false })])
  if (!hasEnded) await stop()
}

async function readResults(
  file: string,
  format: LoadResults['format'],
  since: number | null,
  ended: Promise<CommandEnd>,
): Promise<LoadResults> {
  const { exitCode, signal, stderr } = await ended
  if (exitCode !== 0) {
    const lastLine = stderr.trim().split('\n').at(-1) ?? ''
    const how = exitCode === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exitCode}`
    throw new RunFailed('load-failed', `the load ${how}${lastLine === '' ? '' : `: ${lastLine}`}`)
  }
  if (!fs.existsSync(file)) throw new RunFailed('load-failed', 'the load has reported nothing')
  try {
    return await readLoadResults(readInPieces(file), { expected: format, since })
  } catch (error) {
    if (!isProblem(error)) throw error
    throw new RunFailed('load-failed', error.message)
  }
}

/** Also once the program has ended. */
async function waitForLines(file: string, count: number, ended: Promise<unknown>): Promise<void> {
  let isOver = false
  const watchEnd = ended.then(() => (isOver = true))
  while (!isOver && !hasLines(file, count)) await Promise.race([watchEnd, delay(pollMs)])
}

function hasLines(file: string, count: number): boolean {
  if (!fs.existsSync(file)) return false
  const head = Buffer.alloc(4096)
  const descriptor = fs.openSync(file, 'r')
  const bytes = fs.readSync(descriptor, head, 0, head.length, 0)
  fs.closeSync(descriptor)
  return head.toString('latin1', 0, bytes).split('\n').length > count
}

async function findFreeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
