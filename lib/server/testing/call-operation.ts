/** Calls an operation as the front does, without HTTP: for tests of what operations answer. */
import { servedOperations } from '../api/operations.ts'
import type { Operation } from '../api/operation.ts'
import { createRouter } from '../api/router.ts'
import type { Server } from '../server.ts'

/** The request; `at` fills the placeholders of the path. */
export interface OperationCall {
  readonly at?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export function callOperation(
  server: Server,
  { method, path }: Pick<Operation, 'path'> & { method: string },
  { at: pathParameters = {}, query = '', body, headers = {} }: OperationCall,
): Promise<Response> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? ''))
  const request = new Request(`http://127.0.0.1:7117/api/v1${filled}${query}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return createRouter(server, servedOperations)(method, `/api/v1${filled}`)!.answer(request, '192.0.2.1')
}
