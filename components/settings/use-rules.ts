'use client'
import { useState } from 'react'
import type { RetentionRule } from '../../lib/contract/library.ts'
import { isChangedMeanwhile } from '../../lib/errors/problem.ts'
import { formatCountOf } from '../../lib/profile/format/units.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { type EditConflict, useEditConflicts } from '../live/edit-conflict.tsx'
import type { ShownProblem } from '../problem-view.tsx'
import { showToast } from '../ui/toast.tsx'

type Rules = readonly RetentionRule[]

/** Holds the rules of the form and saves them; where others changed the rule of one service, it asks which to keep. */
export function useRules(sent: Rules) {
  const [rules, setRules] = useState(sent)
  const [saved, setSaved] = useState(sent)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<ShownProblem | null>(null)
  const { conflicts, isUndecided, add, clear, choose: chooseSide } = useEditConflicts<RetentionRule | null>()
  const ruleOf = (service: string) => rules.find((rule) => (rule.service ?? '') === service) ?? null

  const refuse = (error: unknown) => {
    if (!isChangedMeanwhile(error)) return setProblem(asProblem(error))
    // The answer has each rule in the form in which it was sent.
    const changes = error.facts.changes.map((change) => ({ ...change, now: change.now as RetentionRule | null }))
    setSaved(changes.reduce((before: Rules, { field, now }) => replaceRule(before, field, now), saved))
    add(changes.map((change) => ({ ...change, mine: ruleOf(change.field) })))
  }

  return {
    rules,
    setRules,
    saved,
    isSaving,
    problem,
    conflicts,
    isUndecided,
    choose: (conflict: EditConflict<RetentionRule | null>, side: 'mine' | 'theirs') => {
      const { field } = conflict
      setRules(replaceRule(rules, field, chooseSide(conflict, side, ruleOf(field))))
    },
    discard: () => {
      setRules(saved)
      clear()
    },
    /** `gone`: how many profiles the rules delete now. */
    async save(gone: number): Promise<void> {
      setIsSaving(true)
      setProblem(null)
      try {
        const body = { rules, before: saved }
        const set = await callApi('/api/v1/retention', { method: 'PUT', body, answer: 'retentionRules' })
        setRules(set.rules)
        setSaved(set.rules)
        clear()
        showToast({
          text: 'The rules are saved.',
          more: gone > 0 ? `${formatCountOf(gone, 'profile')} deleted; restorable for an hour.` : undefined,
        })
      } catch (error) {
        refuse(error)
      }
      setIsSaving(false)
    },
  }
}

/** `service`: empty for the rule of all. A rule that is null is removed. */
function replaceRule(rules: Rules, service: string, rule: RetentionRule | null): Rules {
  const at = rules.findIndex((one) => (one.service ?? '') === service)
  if (rule === null) return rules.filter((_, index) => index !== at)
  return at === -1 ? [...rules, rule] : rules.with(at, rule)
}
