import type { z } from 'zod'
import { captureRequestSchema } from '../../lib/contract/capture.ts'

/** How to profile: what the menu beside the Profile button asks for. */
const captureChoiceSchema = captureRequestSchema.omit({ targetId: true })
export type CaptureChoice = z.infer<typeof captureChoiceSchema>

export const defaultChoice: CaptureChoice = captureChoiceSchema.parse({})
export const secondsPresets = [10, 30, 60] as const
/** Not round numbers, so that the samples do not march in step with something that happens each 10 ms. */
export const frequencyPresets = [49, 99, 199, 499, 999] as const

export function isCaptureChoice(choice: unknown): choice is CaptureChoice {
  return captureChoiceSchema.safeParse(choice).success
}

/** Keeps: the default for anything that is not a choice, whatever got into the browser's storage. */
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
