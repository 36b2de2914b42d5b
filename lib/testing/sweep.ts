/** Removes the containers of a run of `npm test`, however it ended. */
import { sweepRun } from './hosts/containers.ts'

await sweepRun()
