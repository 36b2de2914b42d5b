'use client'
import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import type { ThemeChoice } from './theme.ts'
import { chooseTheme, useThemeChoice } from './use-theme.ts'

const themes = [
  { value: 'system', title: 'System', icon: Monitor },
  { value: 'light', title: 'Light', icon: Sun },
  { value: 'dark', title: 'Dark', icon: Moon },
] as const

/** System, light or dark: icons in the header, labelled on the settings page. */
export function ThemeSwitch({ fromServer, isLabelled = false }: { fromServer: ThemeChoice; isLabelled?: boolean }) {
  const choices = themes.map(({ icon: Icon, ...theme }) => ({
    ...theme,
    text: (
      <>
        <Icon size={14} aria-hidden />
        <span className={isLabelled ? undefined : 'sr-only'}>{theme.title}</span>
      </>
    ),
  }))
  return <Segmented label="Theme" value={useThemeChoice(fromServer)} choices={choices} onChange={chooseTheme} />
}

/** The same as one button, where three have no room: each press takes the next. */
export function ThemeButton({ fromServer }: { fromServer: ThemeChoice }) {
  const choice = useThemeChoice(fromServer)
  const at = themes.findIndex(({ value }) => value === choice)
  const { title, icon } = themes[at]!
  const next = themes[(at + 1) % themes.length]!.value
  return <IconButton label={`Theme: ${title}`} size="small-icon" onClick={() => chooseTheme(next)} icon={icon} />
}
