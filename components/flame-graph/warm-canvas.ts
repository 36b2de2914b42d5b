import { createFlameCanvas } from './flame-canvas.ts'

// A script that drew the first picture has run all this already, and so its copy is fast; this one would be slow the first time.
const shared = globalThis as { hearthFlameCanvas?: typeof createFlameCanvas }

/** For such a script. */
export function offerWarmCanvas(): void {
  shared.hearthFlameCanvas = createFlameCanvas
}

/** createFlameCanvas, of whoever has used it before. */
export const createWarmCanvas: typeof createFlameCanvas = (...given) =>
  (shared.hearthFlameCanvas ?? createFlameCanvas)(...given)
