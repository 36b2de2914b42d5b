import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

export const exportButton = <Button icon={Download}>Export</Button>
