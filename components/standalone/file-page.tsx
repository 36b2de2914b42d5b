import { useMemo } from 'react'
import { formatMoment } from '../../lib/contract/profile-title.ts'
import type { ExportedPage } from '../../lib/formats/html/html-file.ts'
import { exportButton } from '../viewer/export/export-button.tsx'
import { ExportMenu } from '../viewer/export/export-menu.tsx'
import { ProfileViewer } from '../viewer/shell/profile-viewer.tsx'
import { fileAddress } from './file-address.ts'
import { FlameMark } from '../shell/flame-mark.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'

/** The page of a file: the viewer with a small bar above it. */
export function FilePage({
  page,
  bytes,
  firstPaint,
}: {
  page: ExportedPage
  bytes: Uint8Array<ArrayBuffer>
  /** What the file shows already. */
  firstPaint: string
}) {
  const { summary, notes, exportedAt } = page
  const source = useMemo(() => ({ bytes }), [bytes])
  const shown = { ...summary, deletedAt: null }
  return (
    <>
      <FileHeader exportedAt={exportedAt} />
      <ProfileViewer
        summary={shown}
        source={source}
        firstPaint={firstPaint}
        query={fileAddress.read()}
        address={fileAddress}
        notes={notes}
        notesApi={null}
        tools={(viewer) => (
          <ExportMenu
            trigger={exportButton}
            summary={shown}
            profileId={null}
            query={viewer.query}
            scene={viewer.getExportSource}
          />
        )}
      />
    </>
  )
}

/** The bar above the viewer: whose file this is, and light or dark. */
function FileHeader({ exportedAt }: { exportedAt: number }) {
  return (
    <header className="sticky top-0 z-30 flex h-11 items-center gap-4 border-b border-line bg-canvas px-4 max-sm:gap-2 max-sm:px-3">
      <a
        href="#main"
        className="skip-link"
        onClick={(event) => {
          // The fragment of this page is its view.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        Skip to the page
      </a>
      <span className="flex items-center gap-2">
        <FlameMark />
        <span className="text-base font-semibold tracking-tight">Hearth</span>
      </span>
      <span className="ml-auto truncate text-xs text-muted max-sm:hidden">
        Exported {formatMoment(exportedAt)}; the whole profile is in this file
      </span>
      <div className="max-sm:ml-auto">
        <ThemeSwitch fromServer="system" />
      </div>
    </header>
  )
}
