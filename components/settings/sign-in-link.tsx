'use client'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showProblem } from '../ui/toast.tsx'
import { useNow } from '../live/use-now.tsx'
import { formatDuration } from '../units.ts'

const linkSchema = z.object({ link: z.string(), expiresAt: z.number() })

/** Makes a link that signs in one more browser. */
export function SignInLink() {
  const [link, setLink] = useState<z.infer<typeof linkSchema> | null>(null)
  const now = useNow()
  const make = () => {
    callApi('/api/session/links', { method: 'POST', body: {}, answer: linkSchema }).then(setLink, showProblem)
  }
  const leftMs = link ? Math.max(link.expiresAt - now, 0) : 0
  return (
    <>
      <Button onClick={make}>
        <KeyRound size={14} aria-hidden />
        New sign-in link
      </Button>
      <Dialog
        open={link !== null}
        onOpenChange={(open) => (open ? undefined : setLink(null))}
        title="Sign in another browser"
        about="Whoever opens this link first is signed in and can do all that you can. It works once."
      >
        {link ? (
          <>
            <Command text={link.link} />
            <p className="mt-2 text-muted">
              {leftMs > 0 ? `Good for another ${formatDuration(leftMs)}.` : 'It is too old now: make a new one.'}
            </p>
          </>
        ) : null}
      </Dialog>
    </>
  )
}
