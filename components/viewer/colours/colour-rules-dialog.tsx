'use client'
import { ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type ColourRule, mostColourRules } from '../../../lib/profile/colour/colour-group.ts'
import { ruleColours, type Theme } from '../../../lib/profile/colour/colour.ts'
import { ruleColourNames } from '../../../lib/profile/colour/palettes.ts'
import { parseSearch, matchesPattern } from '../../../lib/profile/search/search.ts'
import { isProblem } from '../../../lib/errors/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Viewing } from '../view/view-store.ts'
import { storeRules } from './stored-colour-rules.ts'

/** Colours of one's own: the first rule that finds a name colours it. */
export function ColourRulesDialog({
  viewing,
  theme,
  onClose,
}: {
  viewing: Viewing
  theme: Theme
  onClose: () => void
}) {
  const { rules } = viewing.view
  const use = (chosen: readonly ColourRule[]) => {
    storeRules(chosen)
    viewing.change({ rules: chosen, colour: chosen.length > 0 ? 'rules' : 'kind' }, 'push')
    onClose()
  }
  const [draft, setDraft] = useState<readonly ColourRule[]>(rules.length > 0 ? rules : [{ pattern: '', colour: 0 }])
  const put = (at: number, rule: ColourRule) => setDraft(draft.map((one, index) => (index === at ? rule : one)))
  const problems = draft.map(({ pattern }) => problemOfPattern(pattern))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Colours by my rules"
      about="The first rule that finds a frame’s name colours it: plain text, or /regex/. They are kept in this browser and in links."
      onSubmit={() => use(draft.filter(({ pattern }) => pattern !== ''))}
    >
      <ol className="flex flex-col gap-2">
        {draft.map((rule, at) => (
          <li key={at} className="flex flex-wrap items-center gap-2">
            <ColourChoice
              rule={rule}
              theme={theme}
              label={`Colour of rule ${at + 1}`}
              onChoose={(next) => put(at, next)}
            />
            <TextField
              aria-label={`Pattern of rule ${at + 1}`}
              aria-invalid={problems[at] ? true : undefined}
              className="min-w-0 flex-1 font-mono text-xs"
              placeholder="com.acme, or /regex/"
              maxLength={200}
              value={rule.pattern}
              onChange={(event) => put(at, { ...rule, pattern: event.target.value })}
            />
            <IconButton
              label={`Move rule ${at + 1} up`}
              size="small-icon"
              disabled={at === 0}
              onClick={() => setDraft([...draft.slice(0, at - 1), rule, draft[at - 1]!, ...draft.slice(at + 1)])}
              icon={ArrowUp}
            />
            <IconButton
              label={`Remove rule ${at + 1}`}
              size="small-icon"
              onClick={() => setDraft(draft.filter((_, index) => index !== at))}
              icon={X}
            />
            {problems[at] ? <p className="basis-full text-sm text-bad">{problems[at]}</p> : null}
          </li>
        ))}
      </ol>
      {draft.length < mostColourRules ? null : (
        <p className="text-sm text-muted">
          These are the most rules that a link keeps: remove one before you add another.
        </p>
      )}
      <div className="mt-1 flex justify-between">
        <Button
          disabled={draft.length >= mostColourRules}
          onClick={() => setDraft([...draft, { pattern: '', colour: draft.length % ruleColourNames.length }])}
          icon={Plus}
        >
          Rule
        </Button>
        <Button type="submit" variant="primary" disabled={problems.some((problem) => problem !== null)}>
          Use these rules
        </Button>
      </div>
    </Dialog>
  )
}

function ColourChoice({
  rule,
  theme,
  label,
  onChoose,
}: {
  rule: ColourRule
  theme: Theme
  label: string
  onChoose: (rule: ColourRule) => void
}) {
  return (
    <span className="flex items-center gap-1.5">
      <span
        aria-hidden
        className="size-4 rounded-[3px] border border-line"
        style={{ background: ruleColours(theme)[rule.colour % ruleColourNames.length] }}
      />
      <Select
        aria-label={label}
        value={rule.colour}
        choices={[...ruleColourNames.keys()]}
        textOf={(colour) => ruleColourNames[colour]!}
        onChange={(colour) => onChoose({ ...rule, colour })}
      />
    </span>
  )
}

function problemOfPattern(pattern: string): string | null {
  const parsed = parseSearch(pattern)
  if (parsed.type !== 'pattern') return null
  try {
    matchesPattern([], parsed.source, false) // only compiles it
    return null
  } catch (error) {
    if (!isProblem(error)) throw error
    return error.message
  }
}
