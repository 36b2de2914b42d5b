/** `system` follows the computer; the other two are chosen on the page and kept in a cookie. */
const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export const themeCookie = 'hearth_theme'

/** Keeps: `system` for anything it does not know. */
export function readThemeChoice(cookie: string | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === cookie) ?? 'system'
}
