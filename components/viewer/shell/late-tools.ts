import { createLate } from '../../ui/late.ts'

/** Parts around a graph, and those that open over it: the graph is drawn first. */
export const lateTools = createLate(() => import('./tools.ts'))
