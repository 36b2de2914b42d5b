import { useMemo } from 'react'
import type { ExportedPage } from '../../lib/formats/html-file.ts'
import { ExportMenu } from '../viewer/export/export-menu.tsx'
import { ProfileViewer } from '../viewer/shell/profile-viewer.tsx'
import { formatWeight } from '../format/weight.ts'
import { fileAddress } from './file-address.ts'
import { FileHeader } from './file-header.tsx'

/** The page of a file: the viewer with a small bar above it. */
export function FilePage({ page, bytes }: { page: ExportedPage; bytes: Uint8Array<ArrayBuffer> }) {
  const { summary, notes, exportedAt } = page
  const source = useMemo(() => ({ bytes }), [bytes])
  return (
    <>
      <FileHeader exportedAt={exportedAt} />
      <ProfileViewer
        summary={{ ...summary, deletedAt: null }}
        source={source}
        query={fileAddress.read()}
        address={fileAddress}
        notes={notes}
        noteKeeper={null}
        tools={(viewer) => (
          <ExportMenu
            title={summary.name}
            subtitle={`${summary.event}, ${formatWeight(summary.total, summary.unit)}`}
            profileId={null}
            query={viewer.query}
            scene={viewer.scene}
          />
        )}
      />
    </>
  )
}
