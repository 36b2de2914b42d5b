import type { ColourRule } from '../../../lib/profile/colour/colour-group.ts'
import { readStoredText, writeStored } from '../../ui/browser-storage.ts'

const key = 'hearth.colour-rules'
/** Colour rules that are read back from the browser's storage; further ones are left out. */
const maxStoredRules = 20

/** Reads the rules that this person used last, on this browser; none when it keeps nothing. */
export function readStoredRules(): ColourRule[] {
  try {
    const parsed: unknown = JSON.parse(readStoredText(key) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isRule).slice(0, maxStoredRules) : []
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
