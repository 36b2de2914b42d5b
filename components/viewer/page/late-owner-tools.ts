import { createLate } from '../../ui/late.ts'

/** What the owner of a profile does with it: nothing that a graph waits for. */
export const lateOwnerTools = createLate(() => import('./owner-tools.ts'))
