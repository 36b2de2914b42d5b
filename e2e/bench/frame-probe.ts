import { expect, type Page } from '@playwright/test'

/**
 * Measures a page from inside, in the same way for every viewer: which frames painted, and how long each took. A frame
 * counts when the viewer drew on a canvas that can be a flame graph (not on a sparkline or a minimap), or when it is
 * the first one with the boxes that the server puts into a page of Hearth.
 *
 * Units: milliseconds. `at` counts from the Unix epoch, so that it can be compared across a navigation.
 */
export interface Probe {
  readonly frames: { readonly at: number; readonly ms: number }[]
  /** When the last file was chosen, and when the last key press arrived. */
  fileAt: number
  letterAt: number
  longestTask: number
  /**
   * When the frame ended that shows the effect of a click. If the page came with boxes, the probe clicks one of them in
   * each frame until they zoom; else it is the first frame that the viewer's script drew, since from then on it handles
   * clicks. 0 before.
   */
  aliveAt: number
  /** When the first frame ended that the viewer's script drew. 0 before. */
  scriptAt: number
}

/** Runs in the page before any of its scripts. */
function install({ minHeightPx, clicks }: { minHeightPx: number; clicks: boolean }): void {
  const now = () => performance.timeOrigin + performance.now()
  const probe: Probe = { frames: [], fileAt: 0, letterAt: 0, longestTask: 0, aliveAt: 0, scriptAt: 0 }
  Object.assign(globalThis, { benchProbe: probe })
  let onDraw = () => {}
  const watch = (prototype: object, names: readonly string[]) => {
    for (const name of names) {
      const original = (prototype as Record<string, (...args: unknown[]) => unknown>)[name]!
      Object.defineProperty(prototype, name, {
        value(this: { canvas: HTMLCanvasElement }, ...args: unknown[]) {
          if (this.canvas.height >= minHeightPx) onDraw()
          return original.apply(this, args)
        },
      })
    }
  }
  watch(CanvasRenderingContext2D.prototype, ['fillRect', 'fill', 'fillText', 'drawImage'])
  watch(WebGLRenderingContext.prototype, ['drawArrays', 'drawElements'])
  watch(WebGL2RenderingContext.prototype, ['drawArrays', 'drawElements', 'drawArraysInstanced'])
  let last = now()
  // What is drawn between two frames (in an event handler, in a script) is shown with the next frame, and counts when
  // that one ends, as what is drawn inside a frame does.
  let isInFrame = false
  let hasPainted = false
  let waitingMs = 0
  let isWaiting = false
  let hasScriptPainted = false
  onDraw = () => {
    hasScriptPainted = true
    if (isInFrame) hasPainted = true
    else isWaiting = true
  }
  let isFirstPaintSeen = false
  let isClickAnswered = false
  /** Whether the click changed the boxes. */
  const clickBox = (boxes: HTMLElement): boolean => {
    const fills = boxes.querySelector('svg svg')!
    const before = fills.getAttribute('viewBox')
    const label = [...boxes.querySelectorAll('text')].find(
      (text) => text.getBoundingClientRect().width > 0 && parseFloat(text.parentElement!.getAttribute('width')!) < 95,
    )
    if (!label) return false
    const { x: clientX, y: clientY } = label.getBoundingClientRect()
    const init = { bubbles: true, clientX: clientX + 1, clientY: clientY + 1 }
    document.elementFromPoint(init.clientX, init.clientY)?.dispatchEvent(new MouseEvent('click', init))
    return fills.getAttribute('viewBox') !== before
  }
  const step = () => {
    const at = now()
    const ms = at - last
    if (hasScriptPainted) probe.scriptAt ||= at
    if (hasScriptPainted || isClickAnswered) probe.aliveAt ||= at
    if (hasPainted || waitingMs > 0) probe.frames.push({ at, ms: Math.max(hasPainted ? ms : 0, waitingMs) })
    waitingMs = isWaiting ? ms : 0
    hasPainted = isWaiting = false
    last = at
    isInFrame = true
    const boxes = document.getElementById('first-paint')
    if (boxes && boxes.clientHeight >= minHeightPx) {
      if (!isFirstPaintSeen) isFirstPaintSeen = hasPainted = true
      else if (clicks) isClickAnswered ||= clickBox(boxes)
    }
    void scheduler.postTask(() => (isInFrame = false), { priority: 'user-blocking' })
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  addEventListener('input', (event) => (probe.letterAt = performance.timeOrigin + event.timeStamp), true)
  addEventListener('change', () => (probe.fileAt = now()), true)
  addEventListener('drop', () => (probe.fileAt = now()), true)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longestTask = Math.max(probe.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** With `clicks` the probe clicks the boxes that came with the page; the graph may then be zoomed. */
export async function installProbe(page: Page, clicks = false): Promise<void> {
  await page.addInitScript(install, { minHeightPx: 250, clicks })
}

export function readProbe(page: Page): Promise<Probe> {
  return page.evaluate(() => (globalThis as unknown as { benchProbe: Probe }).benchProbe)
}

/** Waits until the viewer has drawn. Returns the time of the first such frame. */
export async function waitForPaint(page: Page, timeoutMs: number): Promise<number> {
  const isPainted = () => ((globalThis as unknown as { benchProbe?: Probe }).benchProbe?.frames.length ?? 0) > 0
  await page.waitForFunction(isPainted, undefined, { timeout: timeoutMs })
  return (await readProbe(page)).frames[0]!.at
}

/**
 * The frames that painted after an action, until nothing has been drawn for `quietMs`. The page itself waits for that:
 * polling it from outside would add work to the frames that are measured.
 *
 * Throws: the error of an expectation when the action changed nothing for a minute.
 */
export async function framesOf(page: Page, act: () => Promise<void>, quietMs = 400): Promise<Probe['frames']> {
  const before = await page.evaluate(untilQuiet, { quietMs, patienceMs: 120_000, atLeast: 0 })
  const quiet = page.evaluate(untilQuiet, { quietMs, patienceMs: 60_000, atLeast: before + 1 })
  await act()
  expect(await quiet, 'frames drawn').toBeGreaterThan(before)
  return (await readProbe(page)).frames.slice(before)
}

/**
 * Runs in the page. Returns the number of frames once there are `atLeast` so many and the last is old enough, or after
 * the timeout.
 */
function untilQuiet(limits: { quietMs: number; patienceMs: number; atLeast: number }): Promise<number> {
  const { frames } = (globalThis as unknown as { benchProbe: Probe }).benchProbe
  const askedAt = performance.now()
  return new Promise((resolve) => {
    const look = () => {
      const now = performance.now()
      const quietMs = performance.timeOrigin + now - (frames.at(-1)?.at ?? 0)
      const isDone = frames.length >= limits.atLeast && quietMs > limits.quietMs
      if (isDone || now - askedAt > limits.patienceMs) resolve(frames.length)
      else setTimeout(look, 50)
    }
    look()
  })
}
