/** Progress of an experiment for a person who waits: what a run does now, and how long the experiment still takes. */
import { phaseLabels, type RunPhase } from '../../../contract/experiments.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import { estimateMsLeft } from '../../../experiment/plan/time-left.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { formatTimeLeft } from '../../../profile/format/units.ts'
import { createStatusLine } from '../../progress.ts'
import type { CommandStreams } from '../../streams.ts'

type Stderr = Pick<CommandStreams, 'stderr'>

interface DisplayOptions {
  /** `run 4 of 12 (jdk=17)`. */
  readonly title: string
  readonly text: Pick<ExperimentText, 'load'>
  /** Records of the runs that have ended. */
  readonly records: readonly RunRecord[]
  /** Runs after this one. */
  readonly toCome: number
  readonly streams: Stderr
}

export interface RunDisplay {
  enter(phase: RunPhase): void
  /** Gives about how long it takes until the last run has ended. */
  msLeft(): number
  /** Takes all else that is written while the run goes on, so that it does not break the line. */
  readonly streams: Stderr
  end(): void
}

/** Between two updates of the line that tells how far a run of an experiment is. */
const displayEveryMs = 1000

/** On a terminal a line whose time goes down, elsewhere a line for each phase. */
export function createRunDisplay({ title, text, records, toCome, streams: { stderr } }: DisplayOptions): RunDisplay {
  const line = createStatusLine({ stderr })
  const startedAt = Date.now()
  let loadAt: number | null = null
  let ticker: NodeJS.Timeout | undefined
  const msLeft = () => estimateMsLeft({ startedAt, loadAt, toCome }, text, records, Date.now())
  const end = () => {
    clearInterval(ticker)
    line.end()
  }
  return {
    enter(phase) {
      end()
      if (phase === 'load') loadAt = Date.now()
      const show = () => {
        const left = `, ${formatTimeLeft(msLeft())}`
        const what = `${title}: ${phaseLabels[phase]}`
        line.show(stderr.isTTY === true ? what : `${what}${left}`, left)
      }
      show()
      // A capture has a line of its own.
      if (stderr.isTTY === true && phase !== 'profiling') ticker = setInterval(show, displayEveryMs).unref()
    },
    msLeft,
    streams: {
      stderr: {
        ...(stderr.isTTY === undefined ? {} : { isTTY: stderr.isTTY }),
        write: (more) => {
          line.end()
          return stderr.write(more)
        },
      },
    },
    end,
  }
}
