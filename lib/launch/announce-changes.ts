/** Says what `npm start` will do to the machine, before it does it. */
import { setTimeout as delay } from 'node:timers/promises'

export interface PlannedChanges {
  /** Titles of what is missing and will be installed. */
  readonly installs: readonly string[]
  readonly startsDocker: boolean
  /** What will be fetched from Maven Central, as `async-profiler 4.1`; null where nothing is. */
  readonly fetches: string | null
}

interface AnnounceOptions {
  readonly report: (line: string) => void
  /** Whether a person sees the list and can stop the start. */
  readonly isTerminal: boolean
  /** Whether it may wait for a person to read; false with --yes. */
  readonly mayWait: boolean
  /** Waits; a test gives one that does not. */
  readonly wait?: (ms: number) => Promise<unknown>
}

/** On a terminal `npm start` waits so long before it installs what it listed; its usage in start.ts says it too. */
const waitToInstallMs = 5000

/** Lists the changes; on a terminal leaves time to stop them. It says nothing where nothing will change. */
export async function announceChanges(changes: PlannedChanges, options: AnnounceOptions): Promise<void> {
  const { report, isTerminal, mayWait, wait = delay } = options
  const lines = listChanges(changes)
  if (lines.length === 0) return
  report('Hearth is about to change this machine:')
  for (const line of lines) report(`  - ${line}`)
  if (!isTerminal || !mayWait) return
  report(`It begins in ${waitToInstallMs / 1000} s. Ctrl-C stops it; --no-install does without; --yes does not wait.`)
  await wait(waitToInstallMs)
}

function listChanges({ installs, startsDocker, fetches }: PlannedChanges): string[] {
  return [
    ...(installs.length === 0 ? [] : [`install ${installs.join(', ')}, by apt-get`]),
    ...(startsDocker
      ? ['start the Docker engine, which keeps running when Hearth ends: your containers live in it']
      : []),
    ...(fetches === null ? [] : [`fetch ${fetches} from Maven Central`]),
  ]
}
