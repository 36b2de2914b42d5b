import { Download } from 'lucide-react'
import type { ExperimentFormat } from '../../lib/contract/experiments.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'

const formats: readonly { format: ExperimentFormat; label: string; more: string }[] = [
  { format: 'markdown', label: 'Markdown report', more: 'to paste into a pull request' },
  { format: 'html', label: 'HTML file', more: 'the report with flame graphs, needs no server' },
  { format: 'csv', label: 'CSV of the runs', more: 'a line for each, with full numbers' },
  { format: 'json', label: 'JSON', more: 'all of it, for programs' },
]

/** Files to take away. */
export function ExportExperiment({ experimentId }: { experimentId: string }) {
  return (
    <Menu trigger={<Button icon={Download}>Export</Button>}>
      <ExperimentFormats experimentId={experimentId} />
    </Menu>
  )
}

/** The files of an experiment, as entries of a menu. */
export function ExperimentFormats({ experimentId }: { experimentId: string }) {
  return (
    <>
      {formats.map(({ format, label, more }) => (
        <MenuItem key={format} asChild>
          <a href={`/api/v1/experiments/${experimentId}/export?format=${format}`} download>
            <span className="flex flex-col">
              <span>{label}</span>
              <span className="text-xs text-muted">{more}</span>
            </span>
          </a>
        </MenuItem>
      ))}
    </>
  )
}
