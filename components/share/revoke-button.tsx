import { useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Asks once more, in its own place: who has the link loses it, and it cannot come back. */
export function RevokeButton({ onAsk, onRevoke }: { onAsk?: () => void; onRevoke: () => void }) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button
        variant="danger"
        size="small"
        onClick={() => {
          setAsking(true)
          onAsk?.()
        }}
      >
        Revoke
      </Button>
    )
  }
  return (
    <span className="flex items-center gap-1">
      <Button variant="danger" size="small" onClick={onRevoke}>
        Revoke for good
      </Button>
      <Button data-autofocus size="small" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </span>
  )
}
