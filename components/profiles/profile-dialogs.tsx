'use client'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { createLate, useLate } from '../ui/late.ts'
import { showProblem } from '../ui/toast.tsx'

/** A dialog about profiles that is asked for. */
type ProfileDialog =
  | {
      readonly kind: 'details'
      /** Events of one capture; the first is the one that it shows. */
      readonly profiles: readonly ProfileSummary[]
      /** The field that it opens with. */
      readonly focusOn: 'name' | 'labels'
      /** Called once for each profile. */
      readonly onSaved: (saved: ProfileSummary) => void
    }
  | {
      readonly kind: 'share'
      readonly profile: ProfileSummary
      readonly baseline?: ProfileSummary | null
      readonly query?: () => string
    }

const lateDetails = createLate(() => import('./edit-profile.tsx'))
export const lateShareDialog = createLate(() => import('../share/share-dialog.tsx'))

const OpenContext = createContext<(dialog: ProfileDialog) => void>(() => undefined)

/** Gives the function that opens a dialog about profiles over the page. */
export function useProfileDialogs(): (dialog: ProfileDialog) => void {
  return useContext(OpenContext)
}

/**
 * Has the dialogs about profiles of all pages, in the layout: the row, the list or the page that one was opened from
 * may go by what another person does, and what was typed must not go with it. It goes with the address of the page.
 */
export function ProfileDialogs({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const [asked, setAsked] = useState<{ readonly dialog: ProfileDialog; readonly on: string } | null>(null)
  if (asked !== null && asked.on !== pathname) setAsked(null)
  const dialog = asked?.dialog ?? null
  const details = useLate(lateDetails, dialog?.kind === 'details')
  const sharing = useLate(lateShareDialog, dialog?.kind === 'share')
  const open = useCallback(
    (next: ProfileDialog) => {
      setAsked({ dialog: next, on: pathname })
      void (next.kind === 'share' ? lateShareDialog : lateDetails).load().then((loaded) => {
        if (!('error' in loaded)) return
        setAsked((now) => (now?.dialog === next ? null : now))
        showProblem(loaded.error)
      })
    },
    [pathname],
  )
  const close = () => setAsked(null)
  return (
    <OpenContext value={open}>
      {children}
      {details && dialog?.kind === 'details' ? <details.EditProfile {...dialog} onClose={close} /> : null}
      {sharing && dialog?.kind === 'share' ? <sharing.ShareDialog {...dialog} open onOpenChange={close} /> : null}
    </OpenContext>
  )
}
