'use client'
import { BookmarkPlus } from 'lucide-react'
import { readySearches } from '../../../lib/profile/search/search-presets.ts'
import type { SearchTerm } from '../../../lib/profile/search/search.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'

/** Searches that somebody thought out before: one click shows what garbage collection, locks or JSON cost. */
export function ReadySearchesMenu({ onChoose }: { onChoose: (term: SearchTerm) => void }) {
  return (
    <Menu
      trigger={
        <IconButton label="Ready-made searches" size="small-icon" className="mr-px">
          <BookmarkPlus size={15} aria-hidden />
        </IconButton>
      }
    >
      {readySearches.map(({ id, title, search }) => (
        <MenuItem key={id} title={search.text} onSelect={() => onChoose(search)}>
          {title}
        </MenuItem>
      ))}
    </Menu>
  )
}
