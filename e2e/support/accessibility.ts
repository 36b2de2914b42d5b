import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isFullTier } from '../../lib/testing/tier.ts'

/** A theme and a window. */
export interface Look {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const usualLooks: readonly Look[] = [
  { name: 'in light', colorScheme: 'light', viewport: wide },
  { name: 'in dark', colorScheme: 'dark', viewport: wide },
  { name: 'on a phone', colorScheme: 'light', viewport: phone },
]

/** Looks of one page that is opened once: all in `npm test`; each with a page of its own in the full tier. */
export const lookGroups: readonly (readonly Look[])[] = isFullTier
  ? [...usualLooks, { name: 'on a phone in dark', colorScheme: 'dark', viewport: phone } as const].map((look) => [look])
  : [usualLooks]

/** For the title of a test. */
export const nameLooks = (looks: readonly Look[]): string => looks.map(({ name }) => name).join(', ')

/** Gives the page another look, without opening it anew. */
export async function applyLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** What the theme decides: everything else is the same page as in the light one. */
const themeRules = ['color-contrast']
/** What the width decides: buttons lose their words there, and regions scroll. */
const widthRules = ['aria-command-name', 'button-name', 'label', 'link-name', 'scrollable-region-focusable']

/** CSS pixels that a finger needs. */
const leastTargetPx = 24

/**
 * What a finger would miss: boxes to tick, buttons and links that are smaller, with the label that belongs to them. A
 * link within a text is as high as its lines; one that has its line to itself is not within a text.
 */
export const listSmallTargets = (page: Page): Promise<string[]> =>
  page
    .locator('input[type=checkbox], input[type=radio], button, [role=button], a[href]:not(svg *)')
    .evaluateAll((controls, least) => {
      const isInText = (link: Element): boolean => {
        let block = link
        while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement!
        return block.textContent.trim() !== link.textContent.trim()
      }
      return controls
        .filter((control) => control.tagName !== 'A' || !isInText(control))
        .map((control) => (control.tagName === 'INPUT' && control.closest('label')) || control)
        .filter((target) => target.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .flatMap((target) => {
          const { width, height } = target.getBoundingClientRect()
          const isSmall = Math.min(width, height) > 1 && Math.min(width, height) < least
          return isSmall
            ? [`${width} x ${height} px: ${target.tagName} ${target.getAttribute('aria-label') ?? target.textContent}`]
            : []
        })
    }, leastTargetPx)

/**
 * What a finger, or the pointer of a mouse, would miss in charts: marks of them that are smaller, and links of one
 * chart that lie over each other, so that a tap reaches another one. Links within a text are as high as its lines.
 */
export const listChartFaults = (page: Page): Promise<string[]> =>
  page.locator('svg :is(a[href], [tabindex])').evaluateAll((marks, least) => {
    const shown = marks
      .filter((mark) => mark.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((mark) => {
        const { x, y, width, height } = mark.getBoundingClientRect()
        const name = `${mark.getAttribute('href') ?? mark.getAttribute('aria-label')}`
        return { mark, x: x + width / 2, y: y + height / 2, side: Math.min(width, height), name }
      })
    // Sides of a whole number of pixels are measured with an error.
    const small = shown
      .filter(({ side }) => side < least - 0.1)
      .map(({ side, name }) => `${side} px: ${name} in a chart`)
    const links = shown.filter(({ mark }) => mark.hasAttribute('href'))
    const covered = links.flatMap((one, at) =>
      links
        .slice(at + 1)
        .filter(
          (other) =>
            (other.mark as SVGElement).ownerSVGElement === (one.mark as SVGElement).ownerSVGElement &&
            Math.max(Math.abs(other.x - one.x), Math.abs(other.y - one.y)) < least - 0.1,
        )
        .map((other) => `${one.name} is under ${other.name} in a chart`),
    )
    return [...small, ...covered]
  }, leastTargetPx)

/** CSS pixels that an entry of a menu has where there are fingers and no mouse. */
const leastMenuItemPx = 40

/** Entries of the open menus that a finger would miss, as entries are close to each other. */
export const listSmallMenuItems = (page: Page): Promise<string[]> =>
  page.locator('[role^=menuitem]').evaluateAll(
    (items, least) =>
      items.flatMap((item) => {
        // Not its box on the screen: a menu grows as it opens.
        const { offsetHeight, textContent } = item as HTMLElement
        return offsetHeight < least ? [`${offsetHeight} px: ${textContent}`] : []
      }),
    leastMenuItemPx,
  )

/** Controls of the page that lie over each other, each pair on a line. What scrolls or clips hides does not count. */
export const listOverlaps = (page: Page): Promise<string[]> =>
  page.locator('main :is(button, a[href], select, [role=radio])').evaluateAll((controls) => {
    const shown = controls
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((control) => {
        let { left, top, right, bottom } = control.getBoundingClientRect()
        for (let around = control.parentElement; around; around = around.parentElement) {
          if (getComputedStyle(around).overflow === 'visible') continue
          const clip = around.getBoundingClientRect()
          ;[left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)]
          ;[right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)]
        }
        return { control, left, top, right, bottom }
      })
      .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1)
    const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent
    return shown.flatMap((a, at) =>
      shown
        .slice(at + 1)
        .filter((b) => !a.control.contains(b.control) && !b.control.contains(a.control))
        .map((b) => ({
          b,
          width: Math.min(a.right, b.right) - Math.max(a.left, b.left),
          height: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
        }))
        .filter(({ width, height }) => width > 1 && height > 1)
        .map(({ b, width, height }) => `${nameOf(a.control)} and ${nameOf(b.control)}: ${width} x ${height} px`),
    )
  })

/** Texts of buttons, tabs and other controls that break out of their box, a control on a line. */
export const listBrokenTexts = (page: Page): Promise<string[]> =>
  page.locator('main :is(button, a[href], select, [role=radio], [role=tab])').evaluateAll((controls) => {
    const isOut = (control: Element, text: Node) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      let { left, top, right, bottom } = range.getBoundingClientRect()
      for (let within = text.parentElement!; within !== control; within = within.parentElement!) {
        if (getComputedStyle(within).overflow === 'visible') continue
        const clip = within.getBoundingClientRect() // an ellipsis, or words for a screen reader alone
        ;[left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)]
        ;[right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)]
      }
      const box = control.getBoundingClientRect()
      const isShown = right - left > 1 && bottom - top > 1
      return isShown && (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
    }
    return controls
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .flatMap((control) => {
        const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) if (isOut(control, texts.currentNode)) return [control.textContent]
        return []
      })
  })

/** Placeholders of the page that are cut, a line each with the pixels that they lack. */
export const listCutPlaceholders = (page: Page): Promise<string[]> =>
  page.locator('input:placeholder-shown').evaluateAll((inputs) =>
    (inputs as HTMLInputElement[])
      .filter((input) => input.placeholder !== '' && input.checkVisibility({ visibilityProperty: true }))
      .flatMap((input) => {
        // No property says how wide a placeholder is, or what room it has: it is measured as the text of the field.
        const { font } = input.style
        input.style.font = getComputedStyle(input, '::placeholder').font
        input.value = input.placeholder
        const lackPx = input.scrollWidth - input.clientWidth
        input.value = ''
        input.style.font = font
        return lackPx > 0 ? [`${input.placeholder}: ${lackPx} px`] : []
      }),
  )

/**
 * What axe finds on the page, what is too small for a finger on a phone, what in a chart is hard to point at in any
 * window, and what is wider than the window, a line each. All rules are for the light theme on a screen; in the dark
 * one and on a phone only what differs there, but all of it on a phone in the full tier.
 *
 * @param within Selector of the part that axe looks at, where the rest was looked at already.
 */
export async function findAccessibilityProblems(page: Page, title: string, within = 'html'): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  // A button on its way from the colours of one theme to those of the other has too little contrast. Such a change is
  // not waited for: in a closed <details> it makes no progress.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  })
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const isNarrow = !isFullTier && (page.viewportSize()?.width ?? Infinity) < 400
  // Only what is wrong is read: the rest would be described, too, each element by a selector. `legacy` means that axe
  // ends its run in the page itself, not in a page that is opened for it; it looks into no frame of another origin.
  const axe = new AxeBuilder({ page })
    .include(within)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const rules = isNarrow ? [...widthRules, ...(isDark ? themeRules : [])] : themeRules
  const { violations } = await (isDark || isNarrow ? axe.withRules(rules) : axe).analyze()
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${title}: ${id} at ${html.slice(0, 200)}`)),
    ...((page.viewportSize()?.width ?? Infinity) < 400 ? await listSmallTargets(page) : []).map(
      (target) => `${title}: ${target}`,
    ),
    ...(await listChartFaults(page)).map((fault) => `${title}: ${fault}`),
    ...(overflowPx > 0 ? [`${title}: ${overflowPx} px wider than the window`] : []),
  ]
}

/** Lists and dialogs of the page in which two buttons have one name, which a screen reader cannot tell apart. */
export async function listEqualButtonNames(page: Page): Promise<string[]> {
  const scopes = await page
    .locator('[role=dialog], main :is(ul, ol, [role=list], [role=table], [role=grid])')
    .filter({ visible: true })
    .all()
  const equal = new Set<string>()
  for (const scope of scopes) {
    const snapshot = await scope.ariaSnapshot()
    const names = [...snapshot.matchAll(/- button "((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name!)
    for (const [at, name] of names.entries()) if (names.indexOf(name) < at) equal.add(name)
  }
  return [...equal]
}
