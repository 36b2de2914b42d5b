import type { z } from 'zod'
import { captureRequestSchema } from '../../lib/contract/capture.ts'

/** What the menu beside the Profile button asks for: all of a capture request but its JVM. */
const captureChoiceSchema = captureRequestSchema.omit({ targetId: true })
export type CaptureChoice = z.infer<typeof captureChoiceSchema>

export const defaultChoice: CaptureChoice = captureChoiceSchema.parse({})
export const secondsPresets = [10, 30, 60] as const
/** Each is one less than a divisor of 1000 Hz: 100 Hz would be in lockstep with work that repeats every 10 ms. */
export const frequencyPresets = [49, 99, 199, 499, 999] as const

export function isCaptureChoice(choice: unknown): choice is CaptureChoice {
  return captureChoiceSchema.safeParse(choice).success
}

/** The choice that this browser has stored for a service; the default where there is none that is valid. */
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
