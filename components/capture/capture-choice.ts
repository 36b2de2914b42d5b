import type { z } from 'zod'
import { captureRequestSchema } from '../../lib/contract/capture.ts'

/** What the menu beside the Profile button asks for: all of a capture request but its JVM. */
const captureChoiceSchema = captureRequestSchema.omit({ targetId: true })
export type CaptureChoice = z.infer<typeof captureChoiceSchema>

/** The choice where a person has made none: the defaults of a capture request. */
export const defaultChoice: CaptureChoice = captureChoiceSchema.parse({})
/** The durations that the menu offers. */
export const secondsPresets = [10, 30, 60] as const
/**
 * The frequencies (Hz) that the menu offers. Each is one less than a divisor of 1000 Hz: 100 Hz would be in lockstep
 * with work that repeats every 10 ms.
 */
export const frequencyPresets = [49, 99, 199, 499, 999] as const

/** Whether all values are within the limits of a capture request. */
export function isCaptureChoice(choice: unknown): choice is CaptureChoice {
  return captureChoiceSchema.safeParse(choice).success
}

/** The choice that this browser has stored for a service, as JSON; the default where there is none that is valid. */
export function parseCaptureChoice(stored: string | null): CaptureChoice {
  if (stored === null) return defaultChoice
  try {
    const choice = captureChoiceSchema.safeParse(JSON.parse(stored))
    return choice.success ? choice.data : defaultChoice
  } catch (error) {
    if (error instanceof SyntaxError) return defaultChoice
    throw error
  }
}
