/** What a parsed JSON value is, asked of what anybody may have written. */
export { isRecord } from '../../profile/model/check-provenance.ts'

export const textOr = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
export const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
