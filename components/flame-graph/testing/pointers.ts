/** A canvas at 10, 20 of the window that knows events and nothing else. */
export function fakeCanvas() {
  const target = new EventTarget()
  const captured: number[] = []
  const canvas = Object.assign(target, {
    style: { cursor: '' },
    getBoundingClientRect: () => ({ left: 10, top: 20 }),
    setPointerCapture: (pointer: number) => void captured.push(pointer),
  }) as unknown as HTMLCanvasElement
  return { canvas, captured }
}

/** Sends an event with these fields; false when a listener prevented the browser's default. */
export function sendPointerEvent(canvas: HTMLCanvasElement, type: string, fields: object): boolean {
  const event = new Event(type, { cancelable: true })
  for (const [key, value] of Object.entries(fields)) Object.defineProperty(event, key, { value })
  return canvas.dispatchEvent(event)
}
