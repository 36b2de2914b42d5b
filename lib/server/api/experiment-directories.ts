import { z } from 'zod'
import {
  experimentDirectorySchema,
  experimentNumberSchema,
  startExperimentSchema,
} from '../../contract/experiment-directories.ts'
import { Problem } from '../../errors.ts'
import { type Operation, operation } from './operation.ts'

/** Experiments that the operator lets owners start on this host. */
export const experimentDirectoryOperations: readonly Operation[] = [
  operation('GET /experiment-directories', 'admin', {
    id: 'listExperimentDirectories',
    summary:
      'Directories of HEARTH_EXPERIMENTS: the plan of each as of now, or what is wrong with it, and what is under way',
    answers: { 200: z.object({ directories: z.array(experimentDirectorySchema) }) },
    limit: { burst: 20, perSecond: 1 },
    handle: async ({ server }) => ({ directories: await server.host.listExperiments() }),
  }),
  operation('POST /experiment-directories/{id}/start', 'admin', {
    id: 'startExperiment',
    summary: 'Run the experiment of a directory by its number, or go on with its newest series of runs',
    about:
      '`digest` is that of the plan that was shown: an experiment that is another one by now is refused (409), as is a second one while one is under way.',
    body: startExperimentSchema,
    answers: { 200: experimentDirectorySchema },
    limit: { burst: 20, perSecond: 1 },
    handle: async ({ server, params, body, caller, audit }) => {
      audit.details['action'] = body.action
      const started = await server.host.startExperiment(readNumber(params.id), body, caller.person)
      audit.details['directory'] = started.directory
      return started
    },
  }),
  operation('POST /experiment-directories/{id}/stop', 'admin', {
    id: 'stopExperiment',
    summary: 'End the experiment that was started there, as Ctrl-C does; it can be resumed',
    answers: { 200: experimentDirectorySchema },
    handle: async ({ server, params, audit }) => {
      const stopped = await server.host.stopExperiment(readNumber(params.id))
      audit.details['directory'] = stopped.directory
      return stopped
    },
  }),
]

/** Gives the number in an address. Throws: Problem `not-found`. */
function readNumber(segment: string): number {
  const number = /^[1-9]\d*$/.test(segment) ? experimentNumberSchema.safeParse(Number(segment)) : null
  if (number?.success === true) return number.data
  throw new Problem('not-found', { what: 'directory of experiments' })
}
