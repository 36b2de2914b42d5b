'use client'
import { Monitor, Moon, Sun } from 'lucide-react'
import { Segmented } from '../ui/segmented.tsx'
import type { ThemeChoice } from './theme.ts'
import { chooseTheme, useThemeChoice } from './use-theme.ts'

/** System, light or dark: icons in the header, `words` too on the settings page. */
export function ThemeSwitch({ fromServer, words = false }: { fromServer: ThemeChoice; words?: boolean }) {
  const choice = useThemeChoice(fromServer)
  const item = (value: ThemeChoice, title: string, Icon: typeof Sun) => ({
    value,
    title,
    text: (
      <>
        <Icon size={14} aria-hidden />
        <span className={words ? undefined : 'sr-only'}>{title}</span>
      </>
    ),
  })
  return (
    <Segmented
      label="Theme"
      value={choice}
      choices={[item('system', 'System', Monitor), item('light', 'Light', Sun), item('dark', 'Dark', Moon)]}
      onChange={chooseTheme}
    />
  )
}
