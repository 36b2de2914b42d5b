import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Of the words of a button in a row that has little room for what it is about. */
export const wordClass = 'crowded:lg:max-wide:sr-only'

export const exportButton = (
  <Button title="Export" icon={Download}>
    <span className={wordClass}>Export</span>
  </Button>
)
