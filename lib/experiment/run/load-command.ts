/** What makes the load of a run. */
import type { ExperimentText } from '../file/experiment-schema.ts'
import { fillPorts, type HostPorts } from './ports.ts'

export interface LoadCommand {
  readonly command: readonly string[]
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>
}

interface JMeterFiles {
  readonly results: string
  readonly log: string
  /** UDP, on which it listens for the word to end. */
  readonly stopPort: number
}

/**
 * JMeter without its window, writing each request at once as CSV with names of columns.
 *
 * Source: JMeter's user manual, "Non-GUI mode" and "Properties Reference".
 */
export function buildJMeterCommand(
  { jmeter = '', properties = {}, heap, seconds }: ExperimentText['load'],
  { results, log, stopPort }: JMeterFiles,
  ports: HostPorts,
): LoadCommand {
  const given = Object.entries(properties).map(([name, value]) => [name, fillPorts(String(value), ports)] as const)
  const all = [
    ['seconds', `${seconds}`],
    ...given,
    ['jmeter.save.saveservice.output_format', 'csv'],
    ['jmeter.save.saveservice.print_field_names', 'true'],
    ['jmeter.save.saveservice.timestamp_format', 'ms'],
    ['jmeter.save.saveservice.autoflush', 'true'],
    ['jmeterengine.nongui.port', `${stopPort}`],
    ['jmeterengine.nongui.maxport', `${stopPort}`],
  ]
  return {
    command: [
      'jmeter',
      '-n',
      '-t',
      jmeter,
      '-l',
      results,
      '-j',
      log,
      ...all.map(([name, value]) => `-J${name}=${value}`),
    ],
    // JMeter's own script reads HEAP; Debian's reads nothing, but its JVM does.
    env: heap === undefined ? {} : { HEAP: `-Xms${heap} -Xmx${heap}`, JAVA_TOOL_OPTIONS: `-Xmx${heap}` },
  }
}

/** What experiment.yaml asks for that is not run yet, by key. */
export function listNotRunYet({ camp, load }: ExperimentText): string[] {
  const keys = [
    [camp !== undefined, 'camp: experiments on projects of CAMP'],
    [load.k6 !== undefined, 'load.k6: a load by k6'],
    [load.service !== undefined, 'load.service: a load by a compose service'],
  ] as const
  return keys.filter(([isAsked]) => isAsked).map(([, what]) => `${what} cannot be run yet`)
}
