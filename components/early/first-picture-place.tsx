'use client'
import { useLayoutEffect } from 'react'
import { firstPictureHtml } from './first-picture-html.ts'
import { firstPictureId } from './first-picture-id.ts'
import { endPicture, movePicture } from './picture-offer.ts'

const html = { __html: firstPictureHtml }

/** The first picture, until the viewer takes its place. */
export function FirstPicturePlace() {
  useLayoutEffect(() => {
    movePicture(document.getElementById(firstPictureId)!)
    return endPicture
  }, [])
  // eslint-disable-next-line no-restricted-syntax -- a constant of ours: no name is in it
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={html} />
}
