/**
 * Perl's arithmetic as far as stackcollapse-perf.pl uses it: whole numbers are exact up to 2^64 - 1, sums beyond are
 * floating point and print with 15 digits.
 */
export type Count = number | bigint

const largestWhole = 2n ** 64n - 1n

/** A period as perf printed it; none, empty and 0 are false to Perl, which then counts 1. */
export function readPeriod(digits: string | null): Count {
  if (digits === null || digits === '' || digits === '0') return 1
  return digits.length <= 15 ? Number(digits) : BigInt(digits)
}

export function addCounts(a: Count, b: Count): Count {
  const sum = Number(a) + Number(b)
  return typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(sum) ? sum : BigInt(a) + BigInt(b)
}

export function formatPerlCount(count: Count): string {
  if (typeof count === 'number' || count <= largestWhole) return String(count)
  return Number(count)
    .toPrecision(15)
    .replace(/\.?0+(?=e)/, '')
}
