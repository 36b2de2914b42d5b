'use client'
import { Settings2, Upload } from 'lucide-react'
import { useId, useRef } from 'react'
import { noService, profileTextLimits } from '../../lib/contract/constants.ts'
import type { ImportOptions } from '../../lib/contract/imports.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Name } from '../ui/name.tsx'
import { Popover } from '../ui/popover.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { units } from '../../lib/profile/model/profile.ts'
import type { Importing } from './use-import.ts'

const countLabels = { '1': 'one', '2': 'two, before and after (difffolded.pl)' }

/** Chooses files, and says what they may not say of themselves. */
export function ImportButton({
  variant,
  importing,
  services,
}: {
  variant: 'primary' | 'secondary'
  importing: Importing
  /** Names of the services that have profiles. */
  services: readonly string[]
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ImportOptionsForm options={importing.options} services={services} onChange={importing.setOptions} />
      {importing.options.service.trim() === '' ? null : (
        <span className="flex min-w-0 max-w-48 gap-1 text-muted">
          as <Name text={importing.options.service} />
        </span>
      )}
      <Button variant={variant} onClick={() => input.current?.click()} icon={Upload}>
        Import a recording
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Recording to import"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = '' // so that the same file can be chosen again
          if (files.length > 0) importing.start(files)
        }}
      />
    </>
  )
}

function ImportOptionsForm({
  options,
  services,
  onChange,
}: {
  options: ImportOptions
  services: readonly string[]
  onChange: (options: ImportOptions) => void
}) {
  const list = useId()
  return (
    <Popover
      title="Import options"
      className="flex w-72 flex-col gap-3"
      trigger={<IconButton label="Import options" icon={Settings2} iconSize={16} />}
    >
      <label className="flex flex-col gap-1">
        Service
        <TextField
          value={options.service}
          list={list}
          maxLength={profileTextLimits.service}
          placeholder={noService}
          onChange={({ target }) => onChange({ ...options, service: target.value })}
        />
      </label>
      <datalist id={list}>
        {services.map((service) => (
          <option key={service} value={service} />
        ))}
      </datalist>
      <p className="text-muted">A service that a file names itself counts instead.</p>
      <p className="text-muted">Folded text does not say what its numbers are. Other formats do, and ignore this.</p>
      <label className="flex flex-col gap-1">
        Numbers on a line
        <Select
          value={options.counts}
          choices={['1', '2']}
          textOf={(counts) => countLabels[counts]}
          onChange={(counts) => onChange({ ...options, counts })}
        />
      </label>
      <label className="flex flex-col gap-1">
        They count
        <Select value={options.unit} choices={units} onChange={(unit) => onChange({ ...options, unit })} />
      </label>
    </Popover>
  )
}
