/** Which program makes the load of a run, where it writes its results, and how it is asked to end. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import fs from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { LoadFormat } from '../../../contract/load-formats.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import { buildJMeterCommand, buildK6Command, type LoadCommand } from '../../../experiment/run/load-command.ts'
import { fillPorts, type HostPorts, listPortVariables } from '../../../experiment/run/ports.ts'

export interface LoadContext {
  /** Directory of the experiment. */
  readonly directory: string
  readonly runDirectory: string
  readonly ports: HostPorts
  /** Descriptor of the locked directory; programs inherit it. */
  readonly lock: number
  /** How Compose is called for the run. */
  readonly compose: LoadCommand
  /** Gives whether a container of a service runs, or has run. */
  readonly hasStarted: (service: string) => Promise<boolean>
}

export interface LoadProgram extends LoadCommand {
  /** The file that it writes; what it has at its start is not of this load. */
  readonly results: string
  readonly format: LoadFormat
  /** When its load begins: with the first request that it reports; once this is true; at once. */
  readonly begins: 'with its first request' | (() => Promise<boolean>) | 'at once'
  /** How the program is asked to end; null where it ends by itself. */
  readonly askToEnd: ((interrupt: () => unknown) => void) | null
  /** The exit code of a program that was asked to end; its results are whole then. */
  readonly exitCodeIfAsked: number
}

export async function chooseLoadProgram(load: ExperimentText['load'], context: LoadContext): Promise<LoadProgram> {
  const { directory, runDirectory, ports, compose, hasStarted } = context
  const endsByItself = { askToEnd: null, exitCodeIfAsked: 0 }
  const output = join(runDirectory, 'load.log')
  if (load.jmeter !== undefined) return await chooseJMeter(load, context)
  if (load.k6 !== undefined) {
    const results = join(runDirectory, 'load.json')
    const { command, env } = buildK6Command(load, results, ports)
    return {
      ...{ command, env: { ...env, ...listPortVariables(ports) }, results, format: 'k6' },
      begins: 'with its first request',
      // Its exit code is that of an interrupted test. Source: https://pkg.go.dev/go.k6.io/k6/errext/exitcodes
      ...{ askToEnd: (interrupt) => void interrupt(), exitCodeIfAsked: 105 },
    }
  }
  const { format, file } = load.results!
  if (load.service !== undefined) {
    const { mount, results } = file === undefined ? { mount: [], results: output } : mountResults(file, runDirectory)
    const environment = ['-e', `seconds=${load.seconds}`]
    const command = [...compose.command, 'run', '--no-deps', '-T', ...environment, ...mount, load.service]
    const begins = () => hasStarted(load.service!)
    return { command, env: compose.env, results, format, begins, ...endsByItself }
  }
  return {
    command: load.command!.map((argument) => fillPorts(argument, ports)),
    env: { seconds: `${load.seconds}`, ...listPortVariables(ports) },
    results: file === undefined ? output : resolve(directory, file),
    ...{ format, begins: 'at once', ...endsByItself },
  }
}

/** A directory of the run is where the service writes its file. */
function mountResults(file: string, runDirectory: string): { mount: string[]; results: string } {
  const shared = join(runDirectory, 'load')
  fs.mkdirSync(shared)
  // The service may be of any user, and no umask takes that away.
  fs.chmodSync(shared, 0o777)
  return { mount: ['-v', `${shared}:${dirname(file)}`], results: join(shared, basename(file)) }
}

async function chooseJMeter(load: ExperimentText['load'], { runDirectory, ports }: LoadContext): Promise<LoadProgram> {
  const results = join(runDirectory, 'load.jtl')
  const stopPort = await findFreeUdpPort()
  const { command, env } = buildJMeterCommand(load, { results, log: join(runDirectory, 'jmeter.log'), stopPort }, ports)
  return {
    ...{ command, env: { ...env, ...listPortVariables(ports) }, results, format: 'jtl' },
    begins: 'with its first request',
    askToEnd() {
      // Its threads end with their request, and its results are whole. Source: user manual, "Non-GUI shutdown".
      const socket = createSocket('udp4')
      socket.send('Shutdown', stopPort, '127.0.0.1', () => socket.close())
    },
    exitCodeIfAsked: 0,
  }
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
