import type { Capture, CaptureState } from './capture.ts'

/** Names of the states, while each lasts and when it is over: on the page, in the terminal and in failures. */
export const captureStateLabels: Record<CaptureState, { now: string; title: string; about: string }> = {
  queued: { now: 'Queued', title: 'Queued', about: 'Waits while other captures run.' },
  checking: {
    now: 'Checking',
    title: 'Checking',
    about: 'Checks that the process is still the same, and that recording is safe for it.',
  },
  recording: { now: 'Recording', title: 'Recording', about: 'Sampling stacks.' },
  symbolising: {
    now: 'Naming frames',
    title: 'Naming frames',
    about: 'Joins the samples with the names the JVM gives its compiled methods.',
  },
  saving: { now: 'Saving', title: 'Saving', about: 'Writes the profile to disk.' },
  done: { now: 'Opening the profile', title: 'Done', about: '' },
  failed: { now: 'Failed', title: 'Failed', about: '' },
  cancelled: { now: 'Cancelled', title: 'Cancelled', about: '' },
}

/** In a sentence: `naming frames`. */
export const formatCaptureState = (state: CaptureState): string => captureStateLabels[state].title.toLowerCase()

/** A sentence on what a capture may have left, with what becomes of it; empty where nothing is left. */
export function describeNotRemoved({ notRemoved }: Pick<Capture, 'notRemoved'>): string {
  return notRemoved.length === 0 ? '' : `May be left: ${notRemoved.join('; ')}.`
}
