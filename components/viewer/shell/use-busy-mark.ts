'use client'
import { useLayoutEffect } from 'react'

/**
 * Says on the page's main part whether something that the view asks for is still on its way: a program that takes
 * screenshots waits for it.
 */
export function useBusyMark(isBusy: boolean): void {
  // In the paint that shows the new view: a moment later, a program could take the unfinished page for the finished
  // one.
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    if (!main) return
    if (isBusy) {
      main.dataset.busy = 'true'
      return
    }
    // A tree that has just come is painted with the next frame.
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => {
        main.dataset.busy = 'false'
      })
    })
    return () => cancelAnimationFrame(request)
  }, [isBusy])
}
