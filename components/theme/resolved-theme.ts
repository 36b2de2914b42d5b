import { readThemeChoice } from './theme.ts'

/** What is on the screen after all, light or dark. */
export function resolvedTheme(): 'light' | 'dark' {
  const choice = readThemeChoice(document.documentElement.dataset.theme)
  if (choice !== 'system') return choice
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
