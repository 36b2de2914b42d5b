'use client'
import { Layers } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { isExperimentService } from '../../lib/contract/experiment-service.ts'
import type { Service } from '../../lib/contract/library.ts'
import { Ago } from '../live/use-now.tsx'
import { PageTitle } from '../shell/page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterField } from '../ui/filter-field.tsx'
import { GridTable } from '../ui/grid-table.tsx'
import { Name } from '../ui/name.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatBytes, formatCount } from '../../lib/profile/format/units.ts'
import { createServiceHref } from '../links/service-href.ts'
import { usePageRefresh } from '../live/use-page-refresh.ts'

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-2 sm:grid-cols-[minmax(0,1fr)_6rem_6rem_7rem_9rem] items-center'
/** Services that the page lists; the search field finds the others. */
const maxListedServices = 500

/** Every service that was profiled, the last one first. */
export function ServicesPage({ services }: { services: readonly Service[] }) {
  usePageRefresh()
  const [search, setSearch] = useState('')
  const found = services.filter(({ service }) => service.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <>
      <PageTitle above={<Link href="/profiles">Profiles</Link>}>Services</PageTitle>
      {services.length === 0 ? (
        <EmptyState icon={<Layers size={24} aria-hidden />} title="No service was profiled yet">
          <p className="text-muted">A service is here as soon as one of its JVMs was profiled, or a file imported.</p>
          <ButtonLink href="/" variant="primary">
            Choose a JVM
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <div className="mb-2">
            <FilterField label="Filter services" placeholder="Filter by name" value={search} onChange={setSearch} />
          </div>
          <GridTable
            label="Services"
            grid={grid}
            titles={['Service', 'Profiles', 'Size', 'Last', 'Since last deploy']}
            rowCount={found.length}
          >
            {found.slice(0, maxListedServices).map((one) => (
              <ServiceRow key={one.service} {...one} />
            ))}
          </GridTable>
        </>
      )}
    </>
  )
}

function ServiceRow({ service, profiles, bytes, lastAt, images }: Service) {
  const isExperiment = isExperimentService(service)
  return (
    <div role="row" className={`${grid} min-h-9 border-b border-line py-1 hover:bg-surface`}>
      <div role="cell" className="flex min-w-0">
        <Link
          href={createServiceHref(service)}
          className="finger-high flex min-w-6 rounded-md font-medium hover:underline"
        >
          <Name text={service} />
        </Link>
      </div>
      <div role="cell" className="figures">
        {formatCount(profiles)}
        <span className="sm:sr-only"> {profiles === 1 ? 'profile' : 'profiles'}</span>
      </div>
      <div role="cell" className="figures max-sm:hidden">
        {formatBytes(bytes)}
      </div>
      <div role="cell" className="text-muted max-sm:hidden">
        <Ago at={lastAt} />
      </div>
      <div role="cell" className="max-sm:hidden">
        {images > 1 ? (
          <Link
            href={createServiceHref(service, '/since-last-deploy')}
            prefetch={false}
            className="finger-high rounded-md hover:underline"
          >
            Compare
            <span className="sr-only"> {visibleText(service)} since its last deploy</span>
          </Link>
        ) : (
          <span
            className="text-muted"
            title={
              isExperiment
                ? 'Runs of an experiment are not deploys.'
                : images === 1
                  ? 'All of its profiles are of one image.'
                  : 'None of its profiles names an image.'
            }
          >
            – {isExperiment ? 'experiment' : images === 1 ? 'one image' : 'no image'}
          </span>
        )}
      </div>
    </div>
  )
}
