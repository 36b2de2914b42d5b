/**
 * The options of async-profiler's agent. They are one string, commas between them; the attach protocol takes 1024
 * bytes.
 */
import type { CaptureRequest } from '../../contract/capture.ts'
import { engineTable } from '../../contract/engines.ts'

const { events: recordable } = engineTable['async-profiler']

/** All threads are sampled in turn, waiting ones too, so it must not be as often as for the CPU. */
const maxWallHz = 50
/** Every so many bytes one allocation is taken; async-profiler's own default. */
const allocBytes = 512 * 1024
/** Every so many bytes of native memory one allocation (malloc) is recorded. */
const mallocBytes = 64 * 1024
/** Waits are added up per thread; each time the sum passes this, one is recorded. */
const lockWait = '10us'
/** The profiler ends by itself so long after its time, where Hearth can no longer end it. */
const agentOvertimeSeconds = 30
/** No command lines, system properties, libraries or loads: they are not needed, and the first two may hold secrets. */
const withoutSurroundings = 1 + 2 + 4 + 8 + 16

/** Where the JVM writes, as it sees it; both made by us before. */
export interface AgentFiles {
  readonly recording: string
  readonly log: string
}

type AgentRequest = Pick<CaptureRequest, 'events' | 'seconds' | 'frequencyHz'>

/**
 * Always JFR: only that knows when each sample was, and holds several events. `log` keeps it off the service's stdout.
 * `more`: options for signals and for the passing of descriptors.
 */
export function startOptions(request: AgentRequest, files: AgentFiles, more: readonly string[] = []): string {
  return [
    'start',
    ...eventOptions(request),
    ...more,
    'jfr',
    `jfropts=${withoutSurroundings}`,
    `file=${files.recording}`,
    `timeout=${request.seconds + agentOvertimeSeconds}`,
    `log=${files.log}`,
  ].join(',')
}

/** Ends a chunk of the recording, so that all chunks so far can be read. */
export const dumpOptions = 'dump,jfr,log=/dev/null'
/** Ends it. It keeps the log open that it was given last, which must be no file of ours. */
export const stopOptions = 'stop,log=/dev/null'

function eventOptions({ events, frequencyHz }: AgentRequest): string[] {
  const optionsOf: Readonly<Record<(typeof recordable)[number], readonly string[]>> = {
    cpu: ['event=cpu', `interval=${nanoseconds(frequencyHz)}`],
    wall: [`wall=${nanoseconds(Math.min(frequencyHz, maxWallHz))}`],
    alloc: [`alloc=${allocBytes}`],
    lock: [`lock=${lockWait}`],
    'native-memory': [`nativemem=${mallocBytes}`, 'nofree'],
    'live-heap': [`alloc=${allocBytes}`, 'live'],
  }
  const supported = recordable.filter((event) => events.includes(event))
  return [...new Set(supported.flatMap((event) => optionsOf[event]))]
}

function nanoseconds(frequencyHz: number): number {
  return Math.round(1e9 / frequencyHz)
}
