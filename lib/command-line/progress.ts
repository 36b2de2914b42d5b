/** Progress for a person who waits: one line that is rewritten on a terminal, a line for each phase elsewhere. */
import type { Capture } from '../contract/capture.ts'
import { describeCapture } from './follow-capture.ts'
import type { CommandStreams } from './streams.ts'

/** Characters of the progress bar of a capture on the terminal. */
const barWidth = 24
/** Back to the start of the line; what follows the text is cleared. */
const rewrite = (text: string) => `\r${text}\u001b[K`

interface StatusLine {
  /**
   * `rest` is written on a terminal alone, and may change while the phase goes on. A text that was just written is not
   * repeated.
   */
  readonly show: (phase: string, rest: string) => void
  /** Before anything else is written. */
  readonly end: () => void
}

export function createStatusLine({ stderr }: Pick<CommandStreams, 'stderr'>): StatusLine {
  let last = ''
  let isOpen = false
  const end = () => {
    if (isOpen) stderr.write('\n')
    isOpen = false
  }
  return {
    show(phase, rest) {
      const text = stderr.isTTY === true ? `${phase}${rest}` : phase
      if (text === last) return
      if (stderr.isTTY !== true) stderr.write(`${text}\n`)
      else {
        // The phase that ended stays to be read.
        if (!last.startsWith(phase)) end()
        stderr.write(rewrite(text))
        isOpen = true
      }
      last = text
    },
    end,
  }
}

interface ProgressLine {
  /** Called for each change. */
  show(capture: Capture): void
  /** Before anything else is written. */
  end(): void
}

/**
 * It changes each `tickMs` of lib/capture/recording/follow-recording.ts; from a dashboard each `pollMs` of
 * dashboard/follow-remote.ts.
 */
export function createProgressDisplay(streams: Pick<CommandStreams, 'stderr'>): ProgressLine {
  const { show, end } = createStatusLine(streams)
  return {
    show(capture) {
      // The command prints its own text after Ctrl-C.
      if (capture.state !== 'cancelled') show(describeCapture(capture), drawBar(capture))
    },
    end,
  }
}

/** ` ████████░░░░░░░░░░░░░░░░ 20 s left`; empty where the duration is unknown. */
function drawBar({ state, secondsLeft, request }: Capture): string {
  if (state !== 'recording' || secondsLeft === null || request.mode === 'flight-recorder') return ''
  const done = Math.max(0, Math.min(1, 1 - secondsLeft / Math.max(1, request.seconds)))
  const full = Math.round(done * barWidth)
  return ` ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${secondsLeft} s left`
}
