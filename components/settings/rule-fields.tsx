'use client'
import { useEffect } from 'react'
import type { RetentionPreview, RetentionRule } from '../../lib/contract/library.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { Field } from '../ui/field.tsx'
import { Name } from '../ui/name.tsx'
import { TextField } from '../ui/text-field.tsx'
import { callApi } from '../api/call-api.ts'
import { useTypedAnswer } from '../api/use-typed-answer.ts'
import { showProblem } from '../ui/toast.tsx'

/** After the last key in a retention rule, its preview is asked for: a debounce. */
const ruleTypingMs = 300

/** Profiles that these rules would delete now; null while that is unknown, or nothing is asked. */
export function useRulesPreview(rules: readonly RetentionRule[] | null): RetentionPreview | null {
  const asked = rules === null ? null : JSON.stringify({ rules })
  const outcome = useTypedAnswer(
    asked,
    (given, signal) => {
      const body: unknown = JSON.parse(given)
      return callApi('/api/v1/retention/preview', { method: 'POST', body, signal, answer: 'retentionPreview' })
    },
    ruleTypingMs,
  )
  const error = outcome?.error
  useEffect(() => {
    if (error) showProblem(error)
  }, [error])
  return outcome !== null && outcome.key === asked ? outcome.answer : null
}

const mebibyte = 2 ** 20
/** Days for which a retention rule may keep profiles: a hundred years; the field refuses more. */
const mostDays = 36_500
/** MiB that a retention rule may keep: 1 PiB; the field refuses more. */
const mostMebibytes = 2 ** 30

/** Whose rule it is, in a sentence. */
export function ownerOf({ service }: RetentionRule, isOnly: boolean): string {
  return service ?? (isOnly ? 'all services' : 'all other services')
}

/** Gives whether a rule can be set: its fields also keep text that is no valid number. */
export function isSettable({ days, maxBytes }: RetentionRule): boolean {
  return findMistake(days, mostDays) === null && findMistake(maxBytes && maxBytes / mebibyte, mostMebibytes) === null
}

/** NaN: what is typed is no number. */
function findMistake(value: number | null, most: number): string | null {
  if (value === null || (Number.isInteger(value) && value >= 1 && value <= most)) return null
  return value > most ? `At most ${formatCount(most)}` : 'A whole number from 1'
}

/** One rule: of whom, how many days, how much; an empty field sets no limit. */
export function RuleFields({
  rule,
  isOnly,
  isSaved,
  onChange,
}: {
  rule: RetentionRule
  isOnly: boolean
  /** Whether the rule is the saved one, which another client may have set to any number of bytes. */
  isSaved: boolean
  onChange: (rule: RetentionRule) => void
}) {
  const { service, days, maxBytes } = rule
  const whose = ownerOf(rule, isOnly)
  const typedMebibytes = maxBytes && maxBytes / mebibyte
  const mebibytes = isSaved && typedMebibytes ? Math.max(1, Math.round(typedMebibytes)) : typedMebibytes
  return (
    <>
      <span className="mt-5 flex h-8 w-56 min-w-0 items-center font-medium max-sm:mt-0 max-sm:w-full">
        {service === null ? whose.replace('a', 'A') : <Name text={service} />}
      </span>
      <NumberField
        label="Days"
        name={`Days for ${whose}`}
        value={days}
        problem={isSaved ? null : findMistake(days, mostDays)}
        onChange={(value) => onChange({ ...rule, days: value })}
      />
      <NumberField
        label="MiB of each service"
        name={`MiB for ${whose}`}
        value={mebibytes}
        problem={isSaved ? null : findMistake(typedMebibytes, mostMebibytes)}
        onChange={(value) => onChange({ ...rule, maxBytes: value === null ? null : value * mebibyte })}
      />
    </>
  )
}

function NumberField({
  label,
  name,
  value,
  problem,
  onChange,
}: {
  label: string
  name: string
  value: number | null
  problem: string | null
  onChange: (value: number | null) => void
}) {
  return (
    <Field title={<span className="text-xs text-muted">{label}</span>} problem={problem}>
      {(more) => (
        <TextField
          type="number"
          aria-label={name}
          className="w-32"
          placeholder="no limit"
          value={value === null || Number.isNaN(value) ? '' : value}
          onChange={({ target: { validity, value: typed } }) =>
            onChange(typed === '' && !validity.badInput ? null : Number(typed || Number.NaN))
          }
          {...more}
        />
      )}
    </Field>
  )
}
