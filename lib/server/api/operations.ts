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

let openApiDocument: ReturnType<typeof describeApi> | undefined

/** The operations under /api/v1. Routing, the check of rights and the OpenAPI document are derived from this table. */
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
  // `read` is enough, the least right: the document says nothing of this Hearth that its source does not.
  operation('GET /openapi.json', 'read', {
    id: 'getOpenapi',
    summary: 'This document',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
    handle: () => (openApiDocument ??= describeApi(operations)),
  }),
]

/**
 * Operations that the router serves: `operations` by full path, and two outside /api/v1 (preview of a share link,
 * OTLP).
 */
export const servedOperations: readonly Operation[] = [
  ...operations.map((one) => ({ ...one, path: `/api/v1${one.path}` })),
  previewOperation,
  otlpOperation,
]
