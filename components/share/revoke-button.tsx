import { useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Asks once more, in its own place: who has the link loses it, and it cannot come back. */
export function RevokeButton({
  link,
  onAsk,
  onRevoke,
}: {
  /** Tells it from the other links of the list: nameLink. */
  link: string
  onAsk?: () => void
  onRevoke: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button
        variant="danger"
        size="small"
        aria-label={`Revoke ${link}`}
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
      <Button variant="danger" size="small" aria-label={`Revoke for good: ${link}`} onClick={onRevoke}>
        Revoke for good
      </Button>
      <Button data-autofocus size="small" aria-label={`Keep ${link}`} onClick={() => setAsking(false)}>
        Keep
      </Button>
    </span>
  )
}
