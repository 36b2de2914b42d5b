import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Of the words of a button in a row that has little room for what it is about; on a phone the row is scrolled. */
export const crowdedWord = 'sm:max-wide:sr-only'

export function createExportButton(isCrowded: boolean) {
  return (
    <Button title="Export" icon={Download}>
      <span className={isCrowded ? crowdedWord : undefined}>Export</span>
    </Button>
  )
}
