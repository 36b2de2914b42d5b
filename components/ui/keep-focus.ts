import { afterNextFrame } from './after-next-frame.ts'
import { focusMain } from './focus-main.ts'

/** Controls that Tab reaches while they are enabled. Spans of Radix that it reaches pass the focus on. */
const controlSelector =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]:not(span)):not([tabindex="-1"], [type=hidden], [aria-hidden=true])'
/** What lies over the page: the focus that falls to one of these is on no control of it. */
const layerSelector = '[role=dialog], [role=alertdialog], [data-toasts]'
/** Lists that take arrow keys: use-view-focus.ts brings the focus to that of the next view. */
const listSelector = '[role=listbox], [role=tree], [role=grid], [role=treegrid]'

/** A control that has or had the focus, and what was around it then. */
interface FocusStep {
  readonly element: HTMLElement
  /** The dialog that it is in, the list of toasts, or the body. */
  readonly layer: Element
  /** The main part of the page, which another page replaces. */
  readonly main: Element | null
  /** Of the layer, in their order. */
  readonly controls: readonly HTMLElement[]
}

/**
 * Keeps the focus on a control: one that its own action removes, hides or disables gives it to the new control marked
 * with data-autofocus, else to what took its position, else to the next one, else to the one before. The browser would
 * put it on the body, and Radix on the bare dialog, where a screen reader has lost where it was. A control that is
 * enabled again gets it back. Where another page takes the place of this one, its main part gets the focus. A press of
 * a pointer beside all controls takes the focus from one: it does not come back. Returns what ends it.
 */
export function keepFocus(): () => void {
  const listeners = new AbortController()
  /** One for each layer, the newest last. */
  let steps: readonly FocusStep[] = []
  /** Had the focus last, also in a menu or a list. */
  let last: Element | null = null
  let moved: { readonly from: FocusStep; readonly to: Element } | null = null
  /** Whether the last press was of a key: this script comes late, perhaps after the key that opened a menu. */
  let isByKey = true
  let isPressing = false
  /** Whether a person took the focus from `last`, with a press beside all controls. */
  let isLeft = false
  let cancel: (() => void) | null = null

  const note = (element: EventTarget | null) => {
    if (!(element instanceof HTMLElement) || isBare(element)) return
    last = element
    isLeft = false
    // Menus give the focus back themselves, unless their button goes.
    if (element.closest('[role=menu]')) return
    if (element !== moved?.to) moved = null
    const layer = layerOf(element)
    const others = steps.filter((step) => step.layer !== layer && step.layer.isConnected)
    steps = element.matches(listSelector) ? others : [...others, readStep(element, layer)]
  }
  const restore = () => {
    const { activeElement: active } = document
    if (document.querySelector('main[data-busy=true]')) return
    if (moved && active === moved.to) {
      const { from } = moved
      if (from.element.isConnected && !isReachable(from.element)) return
      moved = null
      const to = isReachable(from.element) ? from.element : findNext(from)
      if (to) giveFocus(to)
      return
    }
    const [lost, ...below] = steps.filter(({ layer }) => layer.isConnected).reverse()
    if (!lost || !isBare(active) || last === null || isUsable(last)) return
    if (active === document.body && isMainReplaced(lost)) {
      focusMain()
      return
    }
    if (isLeft) return
    // A dialog that has just opened has the focus itself.
    if (active?.matches(layerSelector) && active !== lost.layer) return
    const to = [lost, ...below]
      .map((step) => (isReachable(step.element) ? step.element : findNext(step)))
      .find((element) => element !== undefined)
    if (!to) return
    if (lost.element.isConnected) moved = { from: lost, to }
    giveFocus(to)
  }
  /** After a press of a pointer the page stands still, and no tooltip opens (tooltip-float.tsx). */
  const giveFocus = (to: HTMLElement) => {
    if (isByKey) return to.focus()
    to.dataset['focus'] = 'given'
    // Browsers without `focusVisible` show a ring.
    to.focus({ preventScroll: true, focusVisible: false })
    delete to.dataset['focus']
  }
  const look = () => {
    if (!moved && !isBare(document.activeElement)) return
    // What the action itself does with the focus comes first, and so does Radix, which waits for a timeout.
    cancel ??= afterNextFrame(() => {
      cancel = null
      restore()
    })
  }

  const listen = <Type extends keyof DocumentEventMap>(type: Type, then: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, then, { capture: true, signal: listeners.signal })
  listen('focusin', ({ target }) => note(target))
  listen('focusout', ({ target, relatedTarget }) => {
    if (isPressing && relatedTarget === null && target === last && isUsable(target as Element)) isLeft = true
    look()
  })
  listen('pointerdown', () => {
    isByKey = false
    isPressing = true
    moved = null
  })
  for (const type of ['pointerup', 'pointercancel'] as const) listen(type, () => (isPressing = false))
  listen('keydown', ({ key }) => {
    isByKey = true
    moved = null
    if (key === 'Enter' || key === ' ') note(document.activeElement) // what is around it may have changed since
  })
  note(findOrigin(document.activeElement))
  const observer = new MutationObserver(look)
  const attributeFilter = ['disabled', 'data-busy']
  observer.observe(document.body, { attributeFilter, childList: true, subtree: true })
  // For journeys, which press the first key sooner than a person does.
  document.documentElement.dataset['focus'] = 'kept'
  return () => {
    delete document.documentElement.dataset['focus']
    listeners.abort()
    observer.disconnect()
    cancel?.()
  }
}

/** The button of an open menu, which this script may find: no menu tells where the focus goes when it closes. */
function findOrigin(active: Element | null): Element | null {
  const menu = active?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}

const isBare = (element: Element | null) =>
  element === null || element === document.body || element.matches(layerSelector)

const isUsable = (element: Element) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })

const isReachable = (element: HTMLElement) => isUsable(element) && element.matches(controlSelector)

const layerOf = (element: Element) => element.closest(layerSelector) ?? document.body

function readStep(element: HTMLElement, layer: Element): FocusStep {
  return { element, layer, main: document.getElementById('main'), controls: listControls(layer) }
}

function listControls(layer: Element): HTMLElement[] {
  const controls = [...layer.querySelectorAll<HTMLElement>(controlSelector)]
  if (layer !== document.body) return controls
  const layers = [...document.querySelectorAll(layerSelector)]
  return controls.filter((control) => !layers.some((one) => one.contains(control)))
}

function isMainReplaced({ main }: FocusStep): boolean {
  const newMain = document.getElementById('main')
  return newMain !== null && newMain !== main
}

function findNext({ element, layer, controls }: FocusStep): HTMLElement | undefined {
  const before = new Set(controls)
  const present = listControls(layer).filter(isReachable)
  const added = present.filter((control) => !before.has(control))
  const marked = added.find((control) => control.dataset.autofocus !== undefined)
  if (marked) return marked
  const at = controls.indexOf(element)
  const following = controls.slice(at + 1).find(isReachable)
  const preceding = controls.slice(0, Math.max(0, at)).findLast(isReachable)
  const gap = present.slice(
    preceding ? present.indexOf(preceding) + 1 : 0,
    following ? present.indexOf(following) : present.length,
  )
  return gap.find((control) => !before.has(control)) ?? following ?? preceding
}
