import type { ProfileWarning } from '../../profile/model/profile.ts'

/** Warnings of a recording that may last a day: the same one again only counts. */
export function createWarningList() {
  const byText = new Map<string, ProfileWarning>()
  return {
    add(warning: ProfileWarning): void {
      const key = `${warning.code} ${warning.text}`
      const before = byText.get(key)
      // A path or a time, which differs in every text, must not fill the memory.
      if (before === undefined && byText.size >= maxTexts) return
      byText.set(key, { ...warning, count: warning.count + (before?.count ?? 0) })
    },
    list: (): ProfileWarning[] => [...byText.values()],
  }
}

/** Different warnings of one recording; further ones are dropped. */
const maxTexts = 50
