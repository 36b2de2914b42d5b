'use client'
import { Monitor, Moon, Sun } from 'lucide-react'
import { Segmented } from '../ui/segmented.tsx'
import type { ThemeChoice } from './theme.ts'
import { chooseTheme, useThemeChoice } from './use-theme.ts'

/** System, light or dark: icons in the header, labelled on the settings page. */
export function ThemeSwitch({ fromServer, isLabelled = false }: { fromServer: ThemeChoice; isLabelled?: boolean }) {
  const choice = useThemeChoice(fromServer)
  const item = (value: ThemeChoice, title: string, Icon: typeof Sun) => ({
    value,
    title,
    text: (
      <>
        <Icon size={14} aria-hidden />
        <span className={isLabelled ? undefined : 'sr-only'}>{title}</span>
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
