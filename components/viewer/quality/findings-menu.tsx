'use client'
import { Lightbulb, Search } from 'lucide-react'
import type { ProfileFinding } from '../../../lib/profile/quality/rated-finding.ts'
import type { SearchTerm } from '../../../lib/profile/search/search.ts'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'

interface FindingsProps {
  readonly findings: readonly ProfileFinding[]
  readonly onSearch: (search: SearchTerm) => void
}

/** The findings of this profile, each with its remedy and a search that shows the frames. Nothing without findings. */
export function FindingsMenu({ findings, onSearch }: FindingsProps) {
  if (findings.length === 0) return null
  return (
    <Popover
      title="Findings"
      className="max-h-[70vh] w-[30rem] max-w-[calc(100vw-1rem)] overflow-y-auto"
      trigger={
        <Button data-testid="findings" icon={Lightbulb}>
          <span className="figures">{findings.length}</span>
          <span className="tight:sr-only">{findings.length === 1 ? 'finding' : 'findings'}</span>
        </Button>
      }
    >
      <h2 className="mb-2 font-medium">Findings</h2>
      <ul className="flex flex-col gap-3">
        {findings.map(({ id, text, remedy, search }) => (
          <li key={id} className="grid grid-cols-[1fr_auto] gap-x-2">
            <div className="min-w-0">
              <p>
                <Name text={text} wrap />
              </p>
              <p className="text-xs text-muted">{remedy}</p>
            </div>
            <Button data-leads size="small" onClick={() => onSearch(search)} icon={Search} iconSize={12}>
              Show
            </Button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
