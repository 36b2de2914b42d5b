/** How a capture goes, for who waits for it: a bar on a terminal, a line for each phase elsewhere. */
import type { Capture } from '../contract/capture.ts'
import { describeCapture } from './follow-capture.ts'
import type { CommandStreams } from './streams.ts'

const barWidth = 24
/** Back to the start of the line; what follows the text is cleared. */
const rewrite = (text: string) => `\r${text}\u001b[K`

export interface Progress {
  /** Called for each change; says nothing that it said already. */
  show(capture: Capture): void
  /** Before anything else is written. */
  end(): void
}

export function createProgress({ stderr }: Pick<CommandStreams, 'stderr'>): Progress {
  let last = ''
  let isOpen = false
  const end = () => {
    if (isOpen) stderr.write('\n')
    isOpen = false
  }
  return {
    show(capture) {
      const phase = describeCapture(capture)
      const text = stderr.isTTY === true ? `${phase}${drawBar(capture)}` : phase
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

/** ` ████████░░░░░░░░░░░░░░░░ 20 s left`; empty where the duration is unknown. */
function drawBar({ state, secondsLeft, request }: Capture): string {
  if (state !== 'recording' || secondsLeft === null || request.mode === 'flight-recorder') return ''
  const done = Math.max(0, Math.min(1, 1 - secondsLeft / Math.max(1, request.seconds)))
  const full = Math.round(done * barWidth)
  return ` ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${secondsLeft} s left`
}
