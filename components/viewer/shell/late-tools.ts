import { createLate } from '../../ui/late.ts'

/** What surrounds a graph, and what opens over it: the graph is drawn first. */
export const lateTools = createLate(() => import('./tools.ts'))
