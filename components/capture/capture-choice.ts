import type { z } from 'zod'
import { captureRequestSchema } from '../../lib/contract/capture.ts'

/** How to profile: what the menu beside the Profile button asks for. */
const captureChoiceSchema = captureRequestSchema.omit({ targetId: true })
export type CaptureChoice = z.infer<typeof captureChoiceSchema>

export const defaultChoice: CaptureChoice = captureChoiceSchema.parse({})
export const secondsPresets = [10, 30, 60] as const
/** Not divisors of 1000 Hz, so that sampling is not in lockstep with work that repeats every 10 ms. */
export const frequencyPresets = [49, 99, 199, 499, 999] as const

export function isCaptureChoice(choice: unknown): choice is CaptureChoice {
  return captureChoiceSchema.safeParse(choice).success
}

/** The stored choice, or the default where the stored text is not a valid choice. */
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
