import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

export const exportButton = (
  <Button title="Export" icon={Download}>
    <span className="bare:sr-only">Export</span>
  </Button>
)
