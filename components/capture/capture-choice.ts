import type { z } from 'zod'
import { captureRequestSchema } from '../../lib/contract/capture.ts'

/** How to profile: what the menu beside the Profile button asks for. */
const captureChoiceSchema = captureRequestSchema.omit({ targetId: true })
export type CaptureChoice = z.infer<typeof captureChoiceSchema>

export const defaultChoice: CaptureChoice = captureChoiceSchema.parse({})
export const secondsPresets = [10, 30, 60] as const
/** Not round numbers, so that the samples do not march in step with something that happens each 10 ms. */
export const frequencyPresets = [49, 99, 199, 499, 999] as const

/** Ready-made choices, each the default but for what it is for. */
export const choicePresets: readonly {
  readonly id: string
  readonly title: string
  readonly choice: Partial<CaptureChoice>
}[] = [
  { id: 'cpu', title: 'CPU', choice: {} },
  { id: 'several', title: 'CPU + wall + allocations', choice: { events: ['cpu', 'wall', 'alloc'] } },
  { id: 'kernel', title: 'With kernel frames', choice: { kernelFrames: true } },
  { id: 'recorder', title: 'Flight recorder', choice: { mode: 'flight-recorder', seconds: 60 } },
]

/** The preset that this choice is, however long and often it samples; null when it is none. */
export function findPreset(choice: CaptureChoice): string | null {
  const isSame = (preset: CaptureChoice) => JSON.stringify(omitNumbers(preset)) === JSON.stringify(omitNumbers(choice))
  return choicePresets.find((preset) => isSame({ ...defaultChoice, ...preset.choice }))?.id ?? null
}

function omitNumbers({ engine, vantage, events, scope, mode, kernelFrames }: CaptureChoice) {
  return [engine, vantage, events.toSorted(), scope, mode, kernelFrames]
}

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
