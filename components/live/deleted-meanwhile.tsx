'use client'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { Button } from '../ui/button.tsx'
import { showProblem } from '../ui/toast.tsx'
import type { StoredProfiles } from './use-stored-profiles.ts'

/** Says in a dialog that profiles it is about were deleted, and offers to restore them, as long as that can be. */
export function DeletedMeanwhile({
  stored: { isGone, restore },
  subject,
  forGood,
  inTrash,
  onRestored,
}: {
  stored: StoredProfiles
  /** `This profile was`. */
  subject: string
  /** What follows "deleted for good meanwhile". */
  forGood: string
  /** What follows "deleted meanwhile", where it can be restored. */
  inTrash: string
  /** Called once for each profile. */
  onRestored?: (restored: ProfileSummary) => void
}) {
  const [isRestoring, setIsRestoring] = useState(false)
  const run = () => {
    setIsRestoring(true)
    restore()
      .then((restored) => restored.forEach((profile) => onRestored?.(profile)), showProblem)
      .finally(() => setIsRestoring(false))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn/40 bg-warn-wash px-3 py-2">
      <p role="alert" className="min-w-0 flex-1 basis-60">
        {isGone ? `${subject} deleted for good meanwhile${forGood}` : `${subject} deleted meanwhile${inTrash}`}
      </p>
      {isGone ? null : (
        <Button onClick={run} disabled={isRestoring} icon={Undo2}>
          Restore
        </Button>
      )}
    </div>
  )
}
