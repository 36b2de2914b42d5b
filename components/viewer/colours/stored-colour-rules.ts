import { type ColourRule, mostColourRules } from '../../../lib/profile/colour/colour-group.ts'
import { readStoredText, writeStored } from '../../ui/browser-storage.ts'

const key = 'hearth.colour-rules'

/** Reads the rules that this person used last, on this browser; none when it keeps nothing. */
export function readStoredRules(): ColourRule[] {
  try {
    const parsed: unknown = JSON.parse(readStoredText(key) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isRule).slice(0, mostColourRules) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

export function storeRules(rules: readonly ColourRule[]): void {
  writeStored(key, JSON.stringify(rules))
}

function isRule(value: unknown): value is ColourRule {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pattern' in value &&
    typeof value.pattern === 'string' &&
    'colour' in value &&
    Number.isInteger(value.colour)
  )
}
