'use client'
import { useEffect } from 'react'
import type { RetentionPreview, RetentionRule } from '../../lib/contract/library.ts'
import { Name } from '../ui/name.tsx'
import { TextField } from '../ui/text-field.tsx'
import { callApi } from '../api/call-api.ts'
import { useTypedAnswer } from '../api/use-typed-answer.ts'
import { showProblem } from '../ui/toast.tsx'

const typingMs = 300

/** What these rules would throw away now; null while that is unknown, or nothing is asked. */
export function useRulesPreview(rules: readonly RetentionRule[] | null): RetentionPreview | null {
  const asked = rules === null ? null : JSON.stringify({ rules })
  const outcome = useTypedAnswer(
    asked,
    (given, signal) => {
      const body: unknown = JSON.parse(given)
      return callApi('/api/v1/retention/preview', { method: 'POST', body, signal, answer: 'retentionPreview' })
    },
    typingMs,
  )
  const error = outcome?.error
  useEffect(() => {
    if (error) showProblem(error)
  }, [error])
  return outcome !== null && outcome.key === asked ? outcome.answer : null
}

const mebibyte = 2 ** 20

/** One rule: of whom, how many days, how much; an empty field sets no limit. */
export function RuleFields({ rule, onChange }: { rule: RetentionRule; onChange: (rule: RetentionRule) => void }) {
  const { service, days, maxBytes } = rule
  const whose = service ?? 'all other services'
  return (
    <>
      <span className="flex h-8 w-56 min-w-0 items-center font-medium">
        {service === null ? 'All other services' : <Name text={service} />}
      </span>
      <Field
        label="Days"
        name={`Days for ${whose}`}
        value={days}
        most={36_500}
        onChange={(value) => onChange({ ...rule, days: value })}
      />
      <Field
        label="MiB of each service"
        name={`MiB for ${whose}`}
        value={maxBytes === null ? null : Math.max(1, Math.round(maxBytes / mebibyte))}
        most={2 ** 30}
        onChange={(value) => onChange({ ...rule, maxBytes: value === null ? null : value * mebibyte })}
      />
    </>
  )
}

function Field({
  label,
  name,
  value,
  most,
  onChange,
}: {
  label: string
  name: string
  value: number | null
  most: number
  onChange: (value: number | null) => void
}) {
  return (
    <label className="flex flex-col gap-0.5">
      <span className="text-xs text-muted">{label}</span>
      <TextField
        type="number"
        aria-label={name}
        min={1}
        max={most}
        step={1}
        className="w-32"
        placeholder="no limit"
        value={value ?? ''}
        onChange={(event) => {
          const entered = event.target.valueAsNumber
          onChange(Number.isNaN(entered) ? null : Math.min(Math.max(Math.round(entered), 1), most))
        }}
      />
    </label>
  )
}
