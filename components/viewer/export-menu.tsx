import { Download } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'

/** Files to take away: the whole profile from the server, or what is on the screen. */
export function ExportMenu({ profileId, onSavePicture }: { profileId: string | null; onSavePicture: () => void }) {
  return (
    <Menu
      trigger={
        <Button>
          <Download size={14} aria-hidden />
          Export
        </Button>
      }
    >
      {profileId === null
        ? null
        : [
            ['folded', 'Folded stacks', 'a;b;c 42, one line a stack'],
            ['folded&annotate=1', 'Folded, annotated', 'with _[j] _[k] for flamegraph.pl --color=java'],
            ['svg', 'SVG that stays alive', 'one file with zoom and search'],
          ].map(([format, says, more]) => (
            <MenuItem key={format} asChild>
              <a href={`/api/profiles/${profileId}/export?format=${format}`} download>
                <Lines says={says!} more={more!} />
              </a>
            </MenuItem>
          ))}
      <MenuItem onSelect={onSavePicture}>
        <Lines says="PNG of this view" more="as it is on the screen" />
      </MenuItem>
    </Menu>
  )
}

function Lines({ says, more }: { says: string; more: string }) {
  return (
    <span>
      {says}
      <span className="block text-xs text-muted">{more}</span>
    </span>
  )
}
