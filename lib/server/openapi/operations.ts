import { z } from 'zod'
import { captureOperations } from './capture-operations.ts'
import { libraryOperations } from './library-operations.ts'
import type { Operation } from './operation.ts'
import { peopleOperations } from './people-operations.ts'
import { profileOperations } from './profile-operations.ts'
import { shareOperations } from './share-operations.ts'

/** Every method of every route below /api/v1. */
export const operations: readonly Operation[] = [
  ...captureOperations,
  ...libraryOperations,
  ...profileOperations,
  ...shareOperations,
  ...peopleOperations,
  {
    ...{ id: 'getOpenapi', method: 'GET', path: '/openapi.json', scope: 'anyone' },
    summary: 'This document',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
]
