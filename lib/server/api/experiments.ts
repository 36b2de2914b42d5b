import { z } from 'zod'
import {
  experimentFormats,
  experimentIdSchema,
  experimentSchema,
  experimentSummarySchema,
  reportedExperimentSchema,
  shownExperimentSchema,
} from '../../contract/experiments.ts'
import { functionChangesSchema, functionsQuerySchema } from '../../contract/experiment-functions.ts'
import { sideSchema, sidesQuerySchema } from '../../contract/experiment-sides.ts'
import { computeVariableEffects } from '../../contract/experiment-effects.ts'
import { existing } from '../existing.ts'
import { checkId } from '../http/read-request.ts'
import { attachment, storedAnswer } from '../http/responses.ts'
import { type Operation, operation } from './operation.ts'

const fileKinds = {
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'runs.csv' },
  json: { type: 'application/json', ending: 'experiment.json' },
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md' },
} as const

/** The limit of a report; a run takes some 700 bytes of it. */
const maxReportBytes = 4 * 1024 * 1024

/** Experiments, which the command line runs and reports. Rights are those of captures and profiles. */
export const experimentOperations: readonly Operation[] = [
  operation('GET /experiments', 'read', {
    id: 'listExperiments',
    summary: 'Experiments, newest first, at most 500',
    answers: { 200: z.object({ experiments: z.array(experimentSummarySchema) }) },
    handle: async ({ server }) => ({ experiments: await server.experiments.list() }),
  }),
  operation('GET /experiments/{id}', 'read', {
    id: 'getExperiment',
    summary:
      'One experiment: its configurations, each run that has ended with its load, profiles and marks, and what each variable changes',
    answers: { 200: shownExperimentSchema },
    handle: async ({ server, params }) => {
      const experiment = existing(await server.experiments.find(params.id), 'experiment')
      return { ...experiment, effects: computeVariableEffects(experiment) }
    },
  }),
  operation('GET /experiments/{id}/functions', 'read', {
    id: 'getExperimentFunctions',
    summary: 'Which packages and functions cost more or less CPU time for each request, by the profiles of all runs',
    about:
      'Of a variable (`variable`, `from`, `to`) over all pairs of configurations that differ in it alone, or of two configurations (`before`, `after`). Reads profiles of 60 runs at most.',
    query: functionsQuerySchema,
    answers: { 200: functionChangesSchema },
    handle: ({ server, params, query }) => server.experiments.functions(params.id, query),
  }),
  operation('GET /experiments/{id}/sides/{side}', 'read', {
    id: 'getExperimentSide',
    summary: 'All runs of one of two configurations as one encoded profile, gzip on the wire where that is taken',
    about:
      'Its weights are ns of CPU time for each request, its threads are the runs. `side` is `before` or `after`. 60 runs of both together at most.',
    query: sidesQuerySchema,
    answers: { 200: 'bytes' },
    handle: async ({ request, server, params, query }) => {
      const side = existing(sideSchema.safeParse(params.side).data ?? null, 'side')
      const stored = await server.experiments.openSide(params.id, query, side)
      return storedAnswer(request, stored, 'private, no-store')
    },
  }),
  operation('GET /experiments/{id}/export', 'read', {
    id: 'exportExperiment',
    summary:
      'An experiment as a file: its runs as CSV, all of it as JSON, a report in Markdown, or one in HTML with flame graphs',
    query: z.object({ format: z.enum(experimentFormats) }),
    answers: { 200: 'bytes' },
    handle: async ({ server, params, query: { format } }) => {
      const { name, text } = await server.experiments.export(params.id, format)
      const { type, ending } = fileKinds[format]
      return new Response(text, {
        headers: {
          'content-type': type,
          'content-disposition': attachment(name, ending),
          'cache-control': 'private, no-store',
        },
      })
    },
  }),
  operation('PUT /experiments/{id}', 'capture', {
    id: 'reportExperiment',
    summary: 'Report all that is known of an experiment, in place of what was reported before',
    about: '`hearth experiment run` does it when it starts, after each run and when it ends.',
    body: reportedExperimentSchema,
    maxBodyBytes: maxReportBytes,
    answers: { 200: experimentSchema },
    handle: ({ server, params, body, caller, audit }) => {
      audit.details['name'] = body.name
      return server.experiments.report(checkId(experimentIdSchema, params.id, 'experiment'), body, caller.person)
    },
  }),
  operation('DELETE /experiments/{id}', 'manage', {
    id: 'deleteExperiment',
    summary: 'Delete an experiment; its profiles stay',
    answers: { 204: 'nothing' },
    handle: ({ server, params }) => server.experiments.remove(params.id),
  }),
]
