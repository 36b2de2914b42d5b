/** What a parsed JSON value is, asked of what anybody may have written. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const textOr = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
export const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
