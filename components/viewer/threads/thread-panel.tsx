'use client'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { ThreadList } from './thread-list.tsx'
import type { ProfileFacts } from '../worker/tree-messages.ts'

/** Which threads the view shows: all, some, or whole pools, each with what it did over time. */
export function ThreadPanel({
  facts,
  chosen,
  onChoose,
  open,
  onOpenChange,
}: {
  facts: Pick<ProfileFacts, 'threads' | 'total' | 'unit'>
  /** Names; empty for all. */
  chosen: readonly string[]
  onChoose: (names: readonly string[]) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const count = facts.threads.length
  return (
    <Popover
      title="Threads"
      align="end"
      className="flex w-[34rem] max-w-[calc(100vw-1rem)] flex-col gap-2"
      open={open ?? isOpen}
      onOpenChange={onOpenChange ?? setOpen}
      trigger={
        <Button
          title="Which threads are shown (T)"
          className={chosen.length > 0 ? 'border-edge bg-sunken font-medium' : ''}
        >
          <ListFilter size={14} aria-hidden />
          <span>
            <span className="max-2xl:sr-only">Threads </span>
            {chosen.length === 0 ? count : `${chosen.length} of ${count}`}
          </span>
        </Button>
      }
    >
      <ThreadList facts={facts} chosen={chosen} onChoose={onChoose} />
    </Popover>
  )
}
