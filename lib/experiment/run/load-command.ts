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
  { jmeter = '', heap, ...load }: ExperimentText['load'],
  { results, log, stopPort }: JMeterFiles,
  ports: HostPorts,
): LoadCommand {
  const all = [
    ...listProperties(load, ports),
    ['jmeter.save.saveservice.output_format', 'csv'],
    ['jmeter.save.saveservice.print_field_names', 'true'],
    ['jmeter.save.saveservice.timestamp_format', 'ms'],
    ['jmeter.save.saveservice.autoflush', 'true'],
    ['jmeterengine.nongui.port', `${stopPort}`],
    ['jmeterengine.nongui.maxport', `${stopPort}`],
  ]
  return {
    command: ['jmeter', '-n', ...['-t', jmeter, '-l', results, '-j', log], ...all.map((pair) => `-J${pair.join('=')}`)],
    // JMeter's own script reads HEAP; Debian's reads nothing, but its JVM does.
    env: heap === undefined ? {} : { HEAP: `-Xms${heap} -Xmx${heap}`, JAVA_TOOL_OPTIONS: `-Xmx${heap}` },
  }
}

/**
 * k6 with the load that its script describes, writing each request as a line of JSON. Its API and thresholds are off:
 * nothing else may end the load, nor clash with another k6.
 *
 * Source: `k6 run --help` of 1.8, https://grafana.com/docs/k6/latest/using-k6/k6-options/reference/
 */
export function buildK6Command(
  { k6 = '', ...load }: ExperimentText['load'],
  results: string,
  ports: HostPorts,
): LoadCommand {
  const variables = listProperties(load, ports).flatMap((pair) => ['-e', pair.join('=')])
  const quiet = ['--quiet', '--no-color', '--no-usage-report', '--no-thresholds', '--address', '']
  return { command: ['k6', 'run', ...quiet, '--out', `json=${results}`, ...variables, k6], env: {} }
}

/**
 * Names and values of what the load generator is given: the seconds, and the properties of experiment.yaml with the
 * host's ports in them.
 */
function listProperties(
  { properties = {}, seconds }: Pick<ExperimentText['load'], 'properties' | 'seconds'>,
  ports: HostPorts,
): string[][] {
  const filled = Object.entries(properties).map(([name, value]) => [name, fillPorts(String(value), ports)])
  return [['seconds', `${seconds}`], ...filled]
}
