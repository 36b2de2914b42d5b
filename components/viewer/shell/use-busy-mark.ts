'use client'
import { useLayoutEffect } from 'react'

/** Says on the page's main part whether something that the view asks for is still on its way: who takes pictures waits for it. */
export function useBusyMark(isBusy: boolean): void {
  // With the picture that shows the new view: a moment later, who looks could take what is not there yet for what there is.
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    if (!main) return
    if (isBusy) {
      main.dataset.busy = 'true'
      return
    }
    // What has just come is painted with the next frame.
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => {
        main.dataset.busy = 'false'
      })
    })
    return () => cancelAnimationFrame(request)
  }, [isBusy])
}
