'use client'
import { useSyncExternalStore } from 'react'
import { readThemeChoice, type ThemeChoice, themeCookie } from './theme.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)')
  media.addEventListener('change', listener)
  listeners.add(listener)
  return () => {
    media.removeEventListener('change', listener)
    listeners.delete(listener)
  }
}

/** The choice that is on. `fromServer` is what the cookie said when the page was made. */
export function useThemeChoice(fromServer: ThemeChoice): ThemeChoice {
  return useSyncExternalStore(
    subscribe,
    () => readThemeChoice(document.documentElement.dataset.theme),
    () => fromServer,
  )
}

/** What is on the screen after all: for canvases, which cannot use CSS variables. `light` until the page is alive. */
export function useResolvedTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, resolvedTheme, () => 'light')
}

/** Changes the theme at once, and for a year: the server reads the cookie before it sends the next page. */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice
  document.cookie = `${themeCookie}=${choice}; Path=/; SameSite=Lax; Max-Age=31536000`
  for (const listener of listeners) listener()
}

/** What is on the screen after all, light or dark. */
function resolvedTheme(): 'light' | 'dark' {
  const choice = readThemeChoice(document.documentElement.dataset.theme)
  if (choice !== 'system') return choice
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
