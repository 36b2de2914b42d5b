'use client'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { firstPictureHtml } from '../early/first-picture-html.ts'
import { firstPictureId } from '../early/first-picture-id.ts'
import { endPicture, offerPicture } from '../early/picture-offer.ts'
import type { LocalProfile } from './open-locally.ts'

const html = { __html: firstPictureHtml }

/** The graph of a file that is still on its way to the server, where the viewer will stand, below a line of words. */
export function ImportPreview({ profile, children }: { profile: LocalProfile; children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    offerPicture(room.current!.querySelector<HTMLElement>(`#${firstPictureId}`)!, profile.draw)
    return () => {
      // A viewer that takes this place moves the picture into its own as it comes up, and ends it itself.
      setTimeout(() => {
        if (document.getElementById(firstPictureId) === null) endPicture()
      })
    }
  }, [profile])
  return (
    <div
      ref={room}
      className="fixed inset-x-0 top-(--header-height) bottom-0 z-20 flex min-h-96 flex-col bg-canvas outline-none"
    >
      <div className="flex min-h-[53px] shrink-0 items-center gap-4 border-b border-line px-4">{children}</div>
      {/* eslint-disable-next-line no-restricted-syntax -- a constant of ours: no name is in it */}
      <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={html} />
    </div>
  )
}
