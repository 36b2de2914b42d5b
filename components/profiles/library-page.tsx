'use client'
import { FileUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type ProfileSummary } from '../../lib/contract.ts'
import { useProfiles } from '../live/use-live.tsx'
import { PageTitle } from '../shell/page.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyPlace } from '../ui/empty-place.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { visibleText } from '../ui/visible-text.ts'
import { formatCount } from '../units.ts'
import { engineTitle, eventTitle } from '../capture/capture-words.ts'
import { ImportButton, ImportState, useImport } from './import-profile.tsx'
import { ProfileList } from './profile-list.tsx'
import { choicesOf, noFilter, type ProfileFilter, selectProfiles } from './select-profiles.ts'

/** Rows drawn at once; the rest is a click away, or a word in the filter. */
const pageLength = 100

/** Every profile there is: found, opened, renamed, deleted, brought in. */
export function LibraryPage({ profiles: sent }: { profiles: readonly ProfileSummary[] }) {
  const profiles = useProfiles(sent)
  const [filter, setFilter] = useState(noFilter)
  const [length, setLength] = useState(pageLength)
  const shown = useMemo(() => selectProfiles(profiles, filter), [profiles, filter])
  const choices = useMemo(() => choicesOf(profiles), [profiles])
  const importing = useImport()
  const isEmpty = profiles.length === 0
  const change = (more: Partial<ProfileFilter>) => {
    setFilter({ ...filter, ...more })
    setLength(pageLength)
  }

  return (
    <>
      <PageTitle actions={<ImportButton look={isEmpty ? 'secondary' : 'primary'} onFile={importing.start} />}>
        Profiles
      </PageTitle>
      <ImportState {...importing} />
      {isEmpty ? (
        <EmptyPlace icon={<FileUp size={24} aria-hidden />} title="No profile yet">
          <p className="max-w-prose text-muted">
            Press Profile beside a running JVM and its flame graph lands here. Or drop a recording from elsewhere on
            this page: a folded file (lines like <code className="font-mono text-xs">main;work 42</code>), or the text
            that <code className="font-mono text-xs">perf script</code> prints.
          </p>
          <ButtonLink href="/" look="primary">
            Choose a JVM
          </ButtonLink>
        </EmptyPlace>
      ) : (
        <>
          <div className="mb-2 flex flex-wrap items-center gap-2">
            <TextField
              type="search"
              aria-label="Filter profiles"
              placeholder="Filter by any name"
              className="w-64 max-sm:w-full"
              value={filter.words}
              onChange={(event) => change({ words: event.target.value })}
            />
            <Choice
              all="All services"
              values={choices.services}
              value={filter.service}
              onChange={(service) => change({ service })}
            />
            <Choice
              all="All engines"
              values={choices.engines}
              say={engineTitle}
              value={filter.engine}
              onChange={(engine) => change({ engine })}
            />
            <Choice
              all="All events"
              values={choices.events}
              value={filter.event}
              say={eventTitle}
              onChange={(event) => change({ event })}
            />
            <Choice
              all="All labels"
              values={choices.labels}
              value={filter.label}
              onChange={(label) => change({ label })}
            />
            <span role="status" className="figures ml-auto text-muted">
              {shown.length === profiles.length
                ? formatCount(profiles.length)
                : `${formatCount(shown.length)} of ${formatCount(profiles.length)}`}
            </span>
          </div>
          {shown.length === 0 ? (
            <p className="flex items-center gap-3 py-6 text-muted">
              No profile matches all of these.
              <Button size="small" onClick={() => setFilter(noFilter)}>
                Show all
              </Button>
            </p>
          ) : (
            <ProfileList profiles={shown.slice(0, length)} />
          )}
          {shown.length > length ? (
            <Button className="mt-3" onClick={() => setLength(length + pageLength)}>
              Show {formatCount(Math.min(pageLength, shown.length - length))} more
            </Button>
          ) : null}
        </>
      )}
    </>
  )
}

/** One of the values that occur; nothing to choose where there are not at least two. */
function Choice({
  all,
  values,
  value,
  say = (one) => visibleText(one, 60),
  onChange,
}: {
  all: string
  values: readonly string[]
  value: string
  /** A value as people call it. */
  say?: (value: string) => string
  onChange: (value: string) => void
}) {
  if (values.length === 0 || (values.length === 1 && value === '' && all !== 'All labels')) return null
  return (
    <Select aria-label={all} className="max-w-52" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {say(one)}
        </option>
      ))}
    </Select>
  )
}
