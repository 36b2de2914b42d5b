import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Of the words of a button in a row that has little room for what it is about: names of two profiles need more than that of one. */
export const wordClass = (isCrowded: boolean) =>
  isCrowded ? 'lg:max-wide:sr-only' : 'group-data-compared/tools:lg:max-xl:sr-only'

export function createExportButton(isCrowded: boolean) {
  return (
    <Button title="Export" icon={Download}>
      <span className={wordClass(isCrowded)}>Export</span>
    </Button>
  )
}
