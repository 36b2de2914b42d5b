'use client'
import { FileUp } from 'lucide-react'
import { noService } from '../../lib/contract/constants.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { Facet, LibraryPage as Page, LibraryQuery } from '../../lib/contract/library.ts'
import { isFiltered, mostFaceted, wholeLibrary } from '../../lib/contract/library-query.ts'
import { useMay } from '../access/use-may.tsx'
import { WhoMay } from '../access/who-may.tsx'
import { ProblemView } from '../problem-view.tsx'
import { PageTitle } from '../shell/page.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { formatBytes, formatCount, formatCountOf } from '../../lib/profile/format/units.ts'
import { ImportButton } from './import-button.tsx'
import { ImportState } from './import-state.tsx'
import { ActiveFilters, LibraryFilters, ResetFilters } from './library-filters.tsx'
import { ProfileList, SortChoice } from './profile-list.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useImport } from './use-import.ts'
import { useLibrary } from './use-library.ts'
import { useSelection } from './use-selection.ts'

/** Every profile there is: found, opened, compared, renamed, labelled, pinned, deleted, brought in. */
export function LibraryView({
  offered,
  ...sent
}: {
  query: LibraryQuery
  page: Page
  /** Filters with several choices in the whole library. */
  offered: readonly Facet[]
}) {
  const { query, answered, page, rows, isLoading, problem, change, more, loadRows, note } = useLibrary(sent)
  const selection = useSelection(rows)
  const noteAll = (changed: readonly ProfileSummary[]) => {
    note(changed)
    selection.applyChanged(changed)
  }
  const importing = useImport()
  const may = useMay()
  const isEmpty = page.count === 0 && rows.length === 0 && !answered.deleted && !isFiltered(answered)
  const services = (page.facets.service ?? []).map(({ value }) => value).filter((service) => service !== noService)
  const importLook = isEmpty ? 'secondary' : 'primary'

  return (
    <>
      <PageTitle
        actions={
          <>
            <ButtonLink href="/services">Services</ButtonLink>
            {may('import') ? <ImportButton variant={importLook} importing={importing} services={services} /> : null}
          </>
        }
      >
        Profiles
      </PageTitle>
      <ImportState {...importing} />
      {isEmpty ? (
        <NoProfile onTrash={() => change({ deleted: true })} />
      ) : (
        <>
          <LibraryFilters query={query} facets={page.facets} offered={offered} onChange={change} />
          <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
            <p role="status" className="flex h-6 items-center gap-2 text-muted">
              <span className="figures">
                {formatCountOf(page.count, 'profile')}
                {page.next || rows.length === page.count ? '' : ` in ${formatCountOf(rows.length, 'row')}`},{' '}
                {formatBytes(page.bytes)}
                {page.next ? `, ${formatCountOf(rows.length, 'row')} shown` : ''}
              </span>
              {answered.deleted ? <span>in the trash, each kept for an hour</span> : null}
              {answered.q !== '' && page.count > mostFaceted ? (
                <span className="max-sm:hidden">menus count the newest {formatCount(mostFaceted)} of them</span>
              ) : null}
              <ResetFilters query={query} onChange={change} />
              {isLoading ? <Spinner /> : null}
            </p>
            <SortChoice order={query} onSort={change} />
          </div>
          {problem ? <ProblemView problem={problem} className="mb-3" /> : null}
          {rows.length === 0 ? (
            <div className="flex flex-wrap items-center gap-3 py-6 text-muted">
              {isFiltered(answered)
                ? `No profile ${answered.deleted ? 'in the trash ' : ''}matches all of these:`
                : 'The trash is empty.'}
              {isFiltered(answered) ? <ActiveFilters query={answered} onChange={change} /> : null}
              <Button
                size="small"
                onClick={() => change({ ...wholeLibrary, deleted: answered.deleted && isFiltered(answered) })}
              >
                {answered.deleted && !isFiltered(answered) ? 'Back to all profiles' : 'Show all'}
              </Button>
            </div>
          ) : (
            <ProfileList
              rows={rows}
              search={answered.q}
              selection={selection}
              order={query}
              onSort={change}
              onChange={noteAll}
            />
          )}
          {page.next ? (
            <Button className="mt-3" disabled={isLoading} onClick={more}>
              Show more: {formatCount(page.count - page.profiles.length)} of {formatCountOf(page.count, 'profile')} left
            </Button>
          ) : null}
          <SelectionBar
            chosen={selection.chosen}
            rest={
              page.next && selection.chosen.length === rows.length && rows.every(selection.has)
                ? { count: page.count, select: async () => selection.add(await loadRows()) }
                : null
            }
            onClear={selection.clear}
            onChange={noteAll}
          />
        </>
      )}
    </>
  )
}

function NoProfile({ onTrash }: { onTrash: () => void }) {
  const may = useMay()
  return (
    <EmptyState icon={<FileUp size={24} aria-hidden />} title="No profile yet">
      {may('import') ? (
        <p className="max-w-prose text-muted">
          Press Profile beside a running JVM and its flame graph appears here. Or drop a recording of another profiler
          on this page: JFR, pprof, speedscope, Chrome, Firefox, async-profiler’s HTML, folded stacks, the text of{' '}
          <code className="font-mono text-xs whitespace-nowrap">perf script</code>, and others.
        </p>
      ) : (
        <WhoMay scope="import" verb="profile JVMs and import recordings, which appear here" />
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/" variant="primary">
          {may('import') ? 'Choose a JVM' : 'JVMs'}
        </ButtonLink>
        <Button onClick={onTrash}>Trash</Button>
      </div>
    </EmptyState>
  )
}
