import type { ReactNode } from 'react'

/** All pages begin at one edge. Apart from page.tsx, whose scripts the page of a profile has no use for. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-[120rem] px-4 pt-5 pb-16 outline-none">
      {children}
    </main>
  )
}
