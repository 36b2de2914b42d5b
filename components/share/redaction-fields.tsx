import { keptPackageLimits } from '../../lib/contract/constants.ts'
import type { Redaction } from '../../lib/contract/shares.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextArea } from '../ui/text-area.tsx'

/** Redaction as a person fills it in. */
export interface RedactionDraft {
  readonly packages: boolean
  /** One prefix a line. */
  readonly keptPackages: string
  readonly threads: boolean
  readonly environment: boolean
}

export const emptyRedactionDraft: RedactionDraft = {
  packages: false,
  keptPackages: '',
  threads: false,
  environment: false,
}

export function toRedaction({ packages, keptPackages: keep, threads, environment }: RedactionDraft): Redaction | null {
  if (!packages && !threads && !environment) return null
  return { keepPackages: packages ? parsePrefixes(keep) : null, threads, places: environment }
}

function parsePrefixes(text: string): string[] {
  const prefixes = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  return prefixes.slice(0, keptPackageLimits.count).map((prefix) => prefix.slice(0, keptPackageLimits.prefix))
}

/** Each thing that can be hidden, and what is left in its place. */
export function RedactionFields({
  draft,
  onChange,
}: {
  draft: RedactionDraft
  onChange: (draft: RedactionDraft) => void
}) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">Hide</legend>
      <Checkbox
        label="Method names"
        about="Classes and methods become hidden.p1.C1.m1; the JDK, the JVM and the kernel keep their names, and the graph its shape. A service whose name may be a class is hidden, too."
        isOn={draft.packages}
        onChange={(packages) => onChange({ ...draft, packages })}
      />
      {draft.packages ? (
        <label className="ml-6 flex flex-col gap-1 text-sm">
          Packages that keep their names
          <TextArea
            value={draft.keptPackages}
            rows={2}
            placeholder={'org.springframework\norg.apache'}
            spellCheck={false}
            className="font-mono"
            onChange={(event) => onChange({ ...draft, keptPackages: event.target.value })}
          />
        </label>
      ) : null}
      <Checkbox
        label="Thread names"
        about="Threads of one pool stay together."
        isOn={draft.threads}
        onChange={(threads) => onChange({ ...draft, threads })}
      />
      <Checkbox
        label="Where it ran"
        about="Service, host, container and image, command lines, kernel settings, and this profile’s name."
        isOn={draft.environment}
        onChange={(environment) => onChange({ ...draft, environment })}
      />
      <p className="text-xs text-muted">
        With any of these hidden, the link has no notes, searches or zoom, and only filters that name nothing hidden.
      </p>
    </fieldset>
  )
}
