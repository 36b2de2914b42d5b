import { type ReactNode } from 'react'
import { type Unit } from '../../lib/profile/profile.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Name } from '../ui/name.tsx'
import { formatShare } from '../units.ts'
import { type FrameWords } from './frame-words.ts'
import { formatWeight } from '../weight.ts'

/** The selected frame as text: everything the graph knows about it, ready to be read, selected and copied. */
export function FrameDetails({ words, stack, unit }: { words: FrameWords; stack: readonly string[]; unit: Unit }) {
  return (
    <section aria-label="Selected frame" className="border-t border-line px-3 py-1.5">
      <div className="flex items-center gap-2">
        <p data-testid="selected-frame" className="flex min-w-0 flex-1 items-baseline gap-2">
          <Name text={words.name} mono className="text-ink" />
          <span className="shrink-0 text-xs text-muted">{words.kind ?? 'root'}</span>
        </p>
        <CopyButton text={words.name} label="Copy name (c)" />
        <span className="hidden sm:contents">
          <CopyButton text={stack.join('\n')} label="Copy stack, root first (Shift c)" words="Stack" look="ghost" />
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
        <Fact says="self">{formatWeight(words.self, unit)}</Fact>
        <Fact says="total">{formatWeight(words.total, unit)}</Fact>
        <Fact says="of view">{formatShare(words.ofView)}</Fact>
        <Fact says="of all">{formatShare(words.ofAll)}</Fact>
        <Fact says="of caller">{formatShare(words.ofParent)}</Fact>
        <Fact says="callees">{words.children}</Fact>
        {words.module ? (
          <Fact says="module">
            <Name text={words.module} mono />
          </Fact>
        ) : null}
        {words.raw ? (
          <Fact says="raw">
            <Name text={words.raw} mono />
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

function Fact({ says, children }: { says: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 items-baseline gap-1.5">
      <dt>{says}</dt>
      <dd className="figures min-w-0 truncate text-ink">{children}</dd>
    </div>
  )
}
