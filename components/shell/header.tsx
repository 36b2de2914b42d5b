import Link from 'next/link'
import type { ThemeChoice } from '../theme/theme.ts'
import { ThemeButton, ThemeSwitch } from '../theme/theme-switch.tsx'
import { CapturesChip, ConnectionState } from './header-status.tsx'
import { FlameMark } from './flame-mark.tsx'
import { MainNavigation } from './main-navigation.tsx'

/**
 * The bar above every page. A visitor with a share link alone sees the name and the theme, nothing to click in vain.
 */
export function Header({ isSignedIn, theme }: { isSignedIn: boolean; theme: ThemeChoice }) {
  const brand = (
    <>
      <FlameMark />
      <span className="text-base font-semibold tracking-tight max-sm:sr-only">Hearth</span>
    </>
  )
  return (
    <header className="sticky top-0 z-30 flex h-(--header-height) items-center gap-4 border-b border-line bg-canvas px-4 select-none max-sm:gap-1 max-sm:px-2">
      <a href="#main" className="skip-link">
        Skip to the page
      </a>
      {isSignedIn ? (
        <>
          <Link href="/" className="-m-1 flex items-center gap-2 rounded-md p-1">
            {brand}
          </Link>
          <MainNavigation />
          <div className="ml-auto flex min-w-0 items-center gap-3 max-sm:gap-0">
            <CapturesChip />
            <ConnectionState />
            <div className="max-sm:hidden">
              <ThemeSwitch fromServer={theme} />
            </div>
            <div className="sm:hidden">
              <ThemeButton fromServer={theme} />
            </div>
          </div>
        </>
      ) : (
        <>
          <span className="flex items-center gap-2">{brand}</span>
          <div className="ml-auto">
            <ThemeSwitch fromServer={theme} />
          </div>
        </>
      )}
    </header>
  )
}
