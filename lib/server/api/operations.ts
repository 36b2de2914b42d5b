import { z } from 'zod'
import { auditOperations } from './audit.ts'
import { captureOperations } from './captures.ts'
import { collectorOperations } from './collectors.ts'
import { experimentDirectoryOperations } from './experiment-directories.ts'
import { experimentOperations } from './experiments.ts'
import { libraryOperations } from './library.ts'
import { describeApi } from './openapi.ts'
import { type Operation, operation } from './operation.ts'
import { otlpOperation } from './otlp.ts'
import { peopleOperations } from './people.ts'
import { profileOperations } from './profiles.ts'
import { previewOperation, shareOperations } from './shares.ts'

let document: ReturnType<typeof describeApi> | undefined

/** Everything below /api/v1: what is served, who may ask, and what the OpenAPI document says. */
export const operations: readonly Operation[] = [
  ...captureOperations,
  ...collectorOperations,
  ...libraryOperations,
  ...profileOperations,
  ...experimentOperations,
  ...experimentDirectoryOperations,
  ...shareOperations,
  ...peopleOperations,
  ...auditOperations,
  // Says nothing of this Hearth that its source does not, so the author of a client need not be signed in.
  operation('GET /openapi.json', 'read', {
    id: 'getOpenapi',
    summary: 'This document',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
    handle: () => (document ??= describeApi(operations)),
  }),
]

/** The same by their whole paths, with what stands elsewhere: what the router is made of. */
export const servedOperations: readonly Operation[] = [
  ...operations.map((one) => ({ ...one, path: `/api/v1${one.path}` })),
  previewOperation,
  otlpOperation,
]
