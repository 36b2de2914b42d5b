import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

/** The room of a page below the header. `wide` for lists and tables, which all have one width; else as wide as is good to read. */
export function Page({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classNames('mx-auto px-4 pt-5 pb-16 outline-none', wide ? 'max-w-[120rem]' : 'max-w-6xl')}
    >
      {children}
    </main>
  )
}

/** What a page is about, and the way back to where it belongs. */
export function PageTitle({
  children,
  above,
  actions,
}: {
  children: ReactNode
  above?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-48">
        {above ? <div className="mb-1 flex min-w-0 items-center gap-1.5 text-sm text-muted">{above}</div> : null}
        <h1 className="flex min-w-0 text-lg font-semibold">{children}</h1>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  )
}
