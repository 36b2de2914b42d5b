/** Describes for people what zod finds wrong in a value. */
import type { z } from 'zod'
import { formatCountOf } from '../profile/format/units.ts'

/** Names of types in messages, by those of zod: of what it expects, and of what it got. */
const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  bigint: 'a whole number',
  boolean: 'true or false',
  int: 'a whole number',
  NaN: 'text', // what `z.coerce.number()` makes of text that is no number
  number: 'a number',
  object: 'a map of names to values',
  record: 'a map of names to values',
  string: 'text',
  tuple: 'a list',
}
const formats: Readonly<Record<string, string>> = {
  datetime: 'a date and time of ISO 8601',
  url: 'a URL',
  uuid: 'a UUID',
}
const units: Readonly<Record<string, string>> = { array: 'item', string: 'character' }
/** How messages begin that no schema of ours gives. */
const usualMessage = /^(Invalid|Too (small|big))\b/

/**
 * Gives the fault of a value, to follow its name and a colon: "must be a list, not text", "is missing". A schema's own
 * message stays.
 */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (!usualMessage.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      // Only the message of zod names the type that came.
      return describeType(issue.expected, / received (\w+)$/.exec(issue.message)?.[1])
    case 'invalid_value':
      return `must be ${formatChoice(issue.values.map((value) => JSON.stringify(value)))}`
    case 'too_small':
      return describeLimit(issue, issue.inclusive ? 'at least' : 'more than', issue.minimum)
    case 'too_big':
      return describeLimit(issue, issue.inclusive ? 'at most' : 'less than', issue.maximum)
    case 'invalid_format':
      if (issue.format === 'regex') return `must match ${issue.pattern}`
      return formats[issue.format] === undefined ? issue.message : `must be ${formats[issue.format]}`
    case 'invalid_key':
      return issue.issues[0] ? `has a wrong name: ${describeIssue(issue.issues[0])}` : issue.message
    case 'invalid_union': {
      const expected = issue.errors
        .flat()
        .flatMap((one) => (one.code === 'invalid_type' ? [nameKind(one.expected)] : []))
      return expected.length > 1 ? `must be ${formatChoice([...new Set(expected)])}` : issue.message
    }
    default:
      return issue.message
  }
}

/** The same behind the name of the value, which is `whole` for the whole input. */
export function describeIssueOf(whole: string, issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.') || whole}: ${describeIssue(issue)}`
}

function describeType(expected: string, received: string | undefined): string {
  if (received === 'undefined') return 'is missing'
  if (received === 'null') return `is empty; it must be ${nameKind(expected)}`
  const given = received === undefined ? undefined : kinds[received]
  // A number may be refused since it is no whole one.
  return `must be ${nameKind(expected)}${given === undefined || received === 'number' ? '' : `, not ${given}`}`
}

function describeLimit(
  { origin, exact }: { origin: string; exact?: boolean },
  inexact: string,
  limit: number | bigint,
): string {
  const bound = exact ? 'exactly' : inexact
  const unit = units[origin]
  return unit === undefined ? `must be ${bound} ${limit}` : `must have ${bound} ${formatCountOf(Number(limit), unit)}`
}

/** `1, 2, or 3`. Made when it is needed: each program that checks its input loads this file. */
function formatChoice(options: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(options)
}

function nameKind(expected: string): string {
  return kinds[expected] ?? expected
}
