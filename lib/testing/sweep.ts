/** Removes the containers of test runs that are over, however they ended. */
import { sweepLeftovers } from './containers.ts'

await sweepLeftovers()
