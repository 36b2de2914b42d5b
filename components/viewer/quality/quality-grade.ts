import type { StackQuality } from '../../../lib/profile/quality/stack-quality.ts'

export type QualityGrade = 'good' | 'fair' | 'poor' | 'broken'

/** In four steps, by the weight whose stack is whole: what is wrong with a twentieth changes no conclusion. */
export function gradeOf({ sound, named }: Pick<StackQuality, 'sound' | 'named'>): QualityGrade {
  const worse = Math.min(sound, named + 0.05)
  if (worse >= 0.95) return 'good'
  if (worse >= 0.8) return 'fair'
  return worse >= 0.5 ? 'poor' : 'broken'
}
