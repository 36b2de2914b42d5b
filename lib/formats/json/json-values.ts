/** Checks parsed JSON values of any file. */
export { isRecord } from '../../profile/model/check-provenance.ts'

export const textOr = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
export const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
