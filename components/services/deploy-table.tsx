import Link from 'next/link'
import { shortDockerId, shortImage } from '../../lib/profile/names/short-names.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { createCompareHref } from '../links/compare-href.ts'
import { Ago } from '../live/use-now.tsx'
import { GridTable } from '../ui/grid-table.tsx'
import { Name } from '../ui/name.tsx'
import type { DeployRow } from './deploy-pairs.ts'

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-2 items-center sm:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_6.5rem_6.5rem_5rem_8rem]'

/** The images that a service ran, newest first, each compared with the one before it. */
export function DeployTable({ rows }: { rows: readonly DeployRow[] }) {
  return (
    <GridTable
      label="Deploys"
      grid={grid}
      titles={['Name', 'Digest', 'First profile', 'Last profile', 'Profiles', 'Change']}
      rowCount={rows.length}
    >
      {rows.map((row) => (
        <Row key={row.deploy.from} {...row} />
      ))}
    </GridTable>
  )
}

function Row({ deploy, last, before }: DeployRow) {
  const isDigest = deploy.image.startsWith('sha256:')
  return (
    <div role="row" className={`${grid} min-h-9 border-b border-line py-1`} data-deploy={deploy.image}>
      <div role="cell" className="flex min-w-0">
        <Name text={shortImage(deploy.imageName ?? deploy.image)} whole={deploy.imageName ?? deploy.image} mono />
      </div>
      <div role="cell" className="flex min-w-0 text-muted max-sm:hidden">
        {isDigest ? <Name text={shortDockerId(deploy.image)} whole={deploy.image} mono /> : 'not known'}
      </div>
      <div role="cell" className="text-muted max-sm:hidden">
        <Ago at={deploy.from} />
      </div>
      <div role="cell" className="text-muted max-sm:hidden">
        <Ago at={deploy.to} />
      </div>
      <div role="cell" className="figures max-sm:hidden">
        {formatCount(deploy.profiles)}
      </div>
      <div role="cell">
        {last && before ? (
          <Link
            href={createCompareHref(last.id, before.id)}
            prefetch={false}
            className="finger-high rounded-md underline"
          >
            Compare
            <span className="sr-only"> with the image before it</span>
          </Link>
        ) : (
          <span className="text-muted max-sm:hidden">–</span>
        )}
      </div>
    </div>
  )
}
