/** Finds the operation that a request is for, lets in who may call it, and answers: also when it went wrong. */
import { createRateLimit, type RateLimit } from '../../access/rate-limit.ts'
import type { Scope } from '../../contract/roles.ts'
import { Problem } from '../../errors.ts'
import { readJsonBody, readQuery } from '../http/read-request.ts'
import { failureAnswer, json, nothing } from '../http/responses.ts'
import type { Server } from '../server.ts'
import { type Caller, findCaller } from './callers.ts'
import type { Operation } from './operation.ts'

export interface Route {
  /** How often one address may ask this; null when nothing but the common limit holds. */
  readonly limit: RateLimit | null
  /** Never rejects: a failure is an answer too. */
  answer(request: Request): Promise<Response>
}

/** What is asked for, by method and path without its query; null for what is not of the API. */
export type FindRoute = (method: string, path: string) => Route | null

interface Resource {
  readonly pattern: RegExp
  /** By method. */
  readonly operations: Map<string, { readonly operation: Operation; readonly limit: RateLimit | null }>
}

export function createRouter(server: Server, operations: readonly Operation[]): FindRoute {
  const resources = new Map<string, Resource>()
  // Fewer placeholders first: /profiles/bulk is not the profile `bulk`.
  for (const operation of operations.toSorted((a, b) => placeholders(a) - placeholders(b))) {
    const { path, method, limit } = operation
    if (!resources.has(path)) resources.set(path, { pattern: patternOf(path), operations: new Map() })
    resources.get(path)!.operations.set(method, { operation, limit: limit ? createRateLimit(limit) : null })
  }
  const all = [...resources.values()]

  return (method, path) => {
    for (const { pattern, operations } of all) {
      const match = pattern.exec(path)
      if (!match) continue
      const found = operations.get(method === 'HEAD' ? 'GET' : method)
      if (!found)
        return refusing(new Response(null, { status: 405, headers: { allow: [...operations.keys()].join() } }))
      const { operation, limit } = found
      return { limit, answer: (request) => answer(request, operation, { server, params: { ...match.groups } }) }
    }
    return path.startsWith('/api/') ? refusing(failureAnswer(new Problem('not-found', { what: 'operation' }))) : null
  }
}

const placeholders = ({ path }: Operation) => path.split('{').length

/** Groups are named as the placeholders are. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`)
}

function refusing(response: Response): Route {
  return { limit: null, answer: async () => response }
}

interface Found {
  readonly server: Server
  readonly params: Readonly<Record<string, string>>
}

async function answer(request: Request, operation: Operation, { server, params }: Found): Promise<Response> {
  try {
    const caller = await findCaller(server, request.headers)
    if (operation.scope !== 'anyone') assertMay(caller, operation.scope)
    const query = operation.query && readQuery(request, operation.query, operation.readQuery)
    const { body: schema } = operation
    const body = schema === undefined || schema === 'file' ? undefined : await readJsonBody(request, schema)
    const result = await operation.handle({ request, server, params, query, body, caller } as never)
    return await withoutUnread(request, result instanceof Response ? result : asResponse(result, operation))
  } catch (error) {
    // Whoever asked has gone, which is no failure, and nobody is left to read an answer.
    return request.signal.aborted ? new Response(null, { status: 499 }) : failureAnswer(error)
  }
}

function asResponse(result: unknown, { answers }: Operation): Response {
  const [status, content] = Object.entries(answers)[0]!
  return content === 'nothing' ? nothing() : json(result, Number(status))
}

/** For a HEAD, and when the client has gone, no one reads the body: what the handler opened for it would stay open for ever. */
async function withoutUnread({ method, signal }: Request, response: Response): Promise<Response> {
  if (response.body === null || (method !== 'HEAD' && !signal.aborted)) return response
  await response.body.cancel().catch(() => undefined) // it goes anyway
  return new Response(null, response)
}

/** Throws: Problem `not-signed-in`, `not-allowed`. */
function assertMay(caller: Caller | null, scope: Scope): void {
  if (caller === null) throw new Problem('not-signed-in', {})
  if (!caller.scopes.includes(scope)) throw new Problem('not-allowed', { scope })
}
