import { useLayoutEffect, useRef, useState } from 'react'

/** From the middle of a first line of small text to that of a second there are 16 px, to that of a third 32. */
const thirdLineFromPx = 24

/**
 * Keeps a list that wraps within two lines in a window of 1024 px and more: hides its last entries (`data-entry`) where
 * they have no room beside the rest, and the button for them (`data-more`, which `data-folds` shows). Gives how many
 * these are, also while all are shown since `isWhole`.
 */
export function useTwoLines(isWhole: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState(0)
  useLayoutEffect(() => {
    const fit = () => setFolded(foldEntries(list.current!, isWhole))
    const resizes = new ResizeObserver(fit)
    resizes.observe(list.current!)
    const changes = new MutationObserver(fit)
    changes.observe(list.current!, { subtree: true, childList: true, characterData: true })
    fit()
    return () => {
      resizes.disconnect()
      changes.disconnect()
    }
  }, [isWhole])
  return { list, folded }
}

function foldEntries(list: HTMLElement, isWhole: boolean): number {
  const entries = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
  const more = list.querySelector<HTMLElement>('[data-more]')
  for (const entry of entries) entry.hidden = false
  if (!more) return 0
  more.dataset.folds = 'false'
  const isFolded = matchMedia('(min-width: 64rem)').matches && hasThirdLine(list)
  more.dataset.folds = String(isFolded)
  let folded = 0
  if (isFolded) while (folded < entries.length - 1 && hasThirdLine(list)) entries.at(-++folded)!.hidden = true
  if (isWhole) for (const entry of entries) entry.hidden = false
  return folded
}

function hasThirdLine(list: HTMLElement): boolean {
  const boxes = [...list.children].map((child) => child.getBoundingClientRect()).filter(({ width }) => width > 0)
  const middles = boxes.map(({ top, height }) => top + height / 2)
  return Math.max(...middles) - Math.min(...middles) > thirdLineFromPx
}
