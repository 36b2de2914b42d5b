'use client'
import { Plus, X } from 'lucide-react'
import type { RetentionRule, StorageState } from '../../lib/contract/library.ts'
import { describeLimits } from '../../lib/contract/describe-limits.ts'
import { EditConflictView } from '../live/edit-conflict.tsx'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Section } from '../ui/section.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatBytes, formatCount, formatCountOf } from '../../lib/profile/format/units.ts'
import { isSettable, ownerOf, RuleFields, useRulesPreview } from './rule-fields.tsx'
import { useRules } from './use-rules.ts'

/** Days for which a new rule keeps profiles where a person changes nothing. */
const usualRuleDays = 90
/** Services that the choice of a new rule lists. */
const mostServicesToChoose = 500

/** How much of the disk profiles take, and how long they are kept. */
export function StorageSettings({
  state,
  mayChange,
  services,
}: {
  state: StorageState
  mayChange: boolean
  /** Names of services that have profiles, to choose from. */
  services: readonly string[]
}) {
  return (
    <Section id="storage" title="Storage">
      <StorageUsage state={state} />
      {mayChange ? (
        <Rules rules={state.rules} services={services} />
      ) : (
        <p className="mt-3 text-muted">
          {state.rules.length === 0 ? 'Profiles are kept until they are deleted.' : 'Rules delete old profiles.'}
        </p>
      )}
    </Section>
  )
}

function StorageUsage({ state }: { state: StorageState }) {
  const { usedBytes, quotaBytes, freeDiskBytes, profiles, pinned, deleted } = state
  const of = quotaBytes ?? usedBytes + freeDiskBytes
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <ProgressBar label="Storage used by profiles" share={of === 0 ? 0 : Math.min(usedBytes / of, 1)} />
      <p>
        {formatCountOf(profiles, 'profile')}, {formatCount(pinned)} pinned,{' '}
        {deleted === 0 ? null : `and ${formatCount(deleted)} in the trash, `}
        use {formatBytes(usedBytes)} of{' '}
        {quotaBytes === null
          ? `the disk, which has ${formatBytes(freeDiskBytes)} free.`
          : `their quota of ${formatBytes(quotaBytes)} (HEARTH_QUOTA_BYTES); the disk has ${formatBytes(freeDiskBytes)} free.`}
      </p>
      <p className="text-muted">
        This includes the trash and the redacted copies that share links show. Samples that several profiles have are
        stored once; the library counts them for each profile.
      </p>
    </div>
  )
}

function Rules({ rules: sent, services }: { rules: readonly RetentionRule[]; services: readonly string[] }) {
  const form = useRules(sent)
  const { rules, setRules, saved, isSaving, problem, conflicts, isUndecided } = form
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved)
  const isSettableNow = rules.every((rule) => saved.includes(rule) || isSettable(rule))
  const preview = useRulesPreview(isChanged && isSettableNow ? rules : null)
  const free = services.filter((service) => !rules.some((rule) => rule.service === service))
  const hasGeneral = rules.some(({ service }) => service === null)

  return (
    <form
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save(preview?.profiles ?? 0)
      }}
    >
      <h3 className="font-medium">How long profiles are kept</h3>
      {rules.length === 0 ? <p className="text-muted">Until they are deleted.</p> : null}
      {rules.length > 0 ? (
        <ul className="border-t border-line">
          {rules.map((rule, index) => (
            <li key={rule.service ?? ''} className="flex flex-wrap gap-x-4 gap-y-2 border-b border-line py-2">
              <RuleFields
                rule={rule}
                isOnly={rules.length === 1}
                isSaved={saved.includes(rule)}
                onChange={(changed) => setRules(rules.with(index, changed))}
              />
              <Button
                size="small"
                variant="ghost"
                className="mt-5"
                aria-label={`Remove the rule for ${ownerOf(rule, rules.length === 1)}`}
                onClick={() => setRules(rules.filter((one) => one !== rule))}
                icon={X}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {conflicts.map((conflict) => (
        <EditConflictView
          key={conflict.field}
          conflict={conflict}
          name={`the rule of ${conflict.field === '' ? 'all services' : visibleText(conflict.field)}`}
          onChoose={(side) => form.choose(conflict, side)}
        >
          {conflict.now === null ? 'They removed it.' : describeLimits(conflict.now)}
        </EditConflictView>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {hasGeneral ? null : (
          <Button
            onClick={() => setRules([{ service: null, days: usualRuleDays, maxBytes: null }, ...rules])}
            icon={Plus}
          >
            Rule for all services
          </Button>
        )}
        {free.length > 0 ? <AddService services={free} onAdd={(rule) => setRules([...rules, rule])} /> : null}
      </div>
      {isChanged ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={isSaving || !isSettableNow || isUndecided}>
            Save rules
          </Button>
          <Button variant="ghost" onClick={form.discard}>
            Discard changes
          </Button>
          <p role="status" className={preview && preview.profiles > 0 ? 'text-warn' : 'text-muted'}>
            {preview === null
              ? ''
              : preview.profiles === 0
                ? 'No profile is deleted now.'
                : `${formatCountOf(preview.profiles, 'profile')} (${formatBytes(preview.bytes)}) will be deleted at once, and can be restored for an hour.`}
          </p>
        </div>
      ) : null}
      {problem ? <ProblemView problem={problem} /> : null}
      <p className="max-w-prose text-muted">
        Pinned profiles are always kept. A rule for one service replaces the rule for all.
      </p>
    </form>
  )
}

function AddService({ services, onAdd }: { services: readonly string[]; onAdd: (rule: RetentionRule) => void }) {
  return (
    <label className="inline-flex items-center gap-2">
      <span className="sr-only">Rule for one service</span>
      <select
        className="h-8 max-w-64 rounded-md border border-edge/60 bg-canvas px-2 text-sm"
        value=""
        onChange={(event) => onAdd({ service: event.target.value, days: usualRuleDays, maxBytes: null })}
      >
        <option value="">Rule for one service …</option>
        {services.slice(0, mostServicesToChoose).map((service) => (
          <option key={service} value={service}>
            {visibleText(service)}
          </option>
        ))}
      </select>
    </label>
  )
}
