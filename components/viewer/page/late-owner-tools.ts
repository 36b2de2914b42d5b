import { createLate } from '../../ui/late.ts'

/** Tools of the owner of a profile, which load after the graph. */
export const lateOwnerTools = createLate(() => import('./owner-tools.ts'))
