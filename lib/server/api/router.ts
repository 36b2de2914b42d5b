/** Finds the operation that a request is for, lets in who may call it, and answers: also when it went wrong. */
import { createRateLimit, type RateLimit } from '../../access/rate-limit.ts'
import type { Scope } from '../../contract/roles.ts'
import { isChangedMeanwhile } from '../../errors/problem.ts'
import { isProblem, Problem } from '../../errors.ts'
import { readJsonBody, readQuery } from '../http/read-request.ts'
import { failureAnswer, json, nothing } from '../http/responses.ts'
import type { Server } from '../server.ts'
import { completeParams } from '../complete-id.ts'
import { type Caller, explainStranger, findCaller, isProgram } from './callers.ts'
import type { AuditNotes, Operation } from './operation.ts'

export interface Route {
  /** `network`: where a stranger comes from. Never rejects: a failure is an answer too. */
  answer(request: Request, network: string): Promise<Response>
}

/** Finds the operation by method and path without its query; null for other addresses. */
export type FindRoute = (method: string, path: string) => Route | null

interface Resource {
  readonly pattern: RegExp
  /** Keys are methods. */
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
  const strangers = createRateLimit(wrongTokens)

  return (method, path) => {
    for (const { pattern, operations } of all) {
      const match = pattern.exec(path)
      if (!match) continue
      const limitedOperation = operations.get(method === 'HEAD' ? 'GET' : method)
      if (!limitedOperation)
        return refusing(new Response(null, { status: 405, headers: { allow: [...operations.keys()].join() } }))
      const { operation, limit } = limitedOperation
      const found = { server, params: { ...match.groups }, operation, limit, strangers }
      return { answer: (request, network) => answerAndRecord(request, network, found) }
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
  return { answer: async () => response }
}

/** How often programs of one network may try unknown tokens: 300 requests at once, then 40 per second. */
const wrongTokens = { burst: 300, perSecond: 40 }

interface FoundOperation {
  readonly operation: Operation
  readonly limit: RateLimit | null
  /** Counts requests with unknown tokens, by network. */
  readonly strangers: RateLimit
  readonly server: Server
  readonly params: Readonly<Record<string, string>>
}

/** Outcome of a request, for the audit log. */
interface Outcome {
  caller: Caller | null
  /**
   * Whether it counts: not of a stranger, but where how often strangers may ask is limited. Else they could fill the
   * log.
   */
  isAdmitted: boolean
  result: string
  readonly notes: AuditNotes
}

async function answerAndRecord(request: Request, network: string, found: FoundOperation): Promise<Response> {
  const { operation, server, params } = found
  // A token in the path is a secret: the log has at most the name of the thing that it opened.
  const { token: _, ...names } = params
  const outcome: Outcome = { caller: null, isAdmitted: false, result: 'ok', notes: { details: { ...names } } }
  const response = await answer(request, network, found, outcome)
  const isAudited = operation.isAudited ?? operation.method !== 'GET'
  if (!isAudited || !outcome.isAdmitted) return response
  const { caller, notes, result } = outcome
  try {
    await server.audit.append({
      at: Date.now(),
      person: notes.person ?? caller?.person ?? '',
      by: caller === null ? 'stranger' : caller.session === null ? 'token' : 'session',
      callerId: caller?.id ?? '',
      network,
      action: operation.id,
      details: notes.details,
      result,
    })
  } catch (error) {
    // It was done; that it could not be recorded, on a full disk, is in the log of the program.
    console.error('The audit log has no record of this:', operation.id, outcome.notes, error)
  }
  return response
}

async function answer(request: Request, network: string, found: FoundOperation, outcome: Outcome): Promise<Response> {
  const { operation, server, params, limit, strangers } = found
  try {
    const caller = (outcome.caller = await findCaller(server, request.headers))
    // Who has signed in is counted as that; behind one proxy all others are one.
    if (limit !== null) take(limit, caller?.id ?? network)
    if (caller === null && isProgram(request.headers)) take(strangers, network)
    outcome.isAdmitted = caller !== null || (operation.scope === 'anyone' && limit !== null)
    if (operation.scope !== 'anyone') assertMay(caller, operation.scope, request.headers)
    // A change asks for the whole id: what it was meant for must be certain.
    const whole = operation.method === 'GET' ? await completeParams(operation.path, params, server.completeId) : params
    const query = operation.query && readQuery(request, operation.query, operation.readQuery)
    const { body: schema, maxBodyBytes } = operation
    const body =
      schema === undefined || schema === 'file' ? undefined : await readJsonBody(request, schema, maxBodyBytes)
    const result = await operation.handle({
      request,
      server,
      params: whole,
      query,
      body,
      caller,
      audit: outcome.notes,
    } as never) // rows have handlers of different types: `operation` has checked each with its schemas
    return await withoutUnread(request, result instanceof Response ? result : asResponse(result, operation))
  } catch (error) {
    outcome.result = isProblem(error) ? error.code : 'failed'
    // The client has gone, which is no failure, and no answer would be read.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    return failureAnswer(isChangedMeanwhile(error) ? await nameEditors(server.audit, found, error) : error)
  }
}

/** Adds to a refusal who changed the fields meanwhile, and when, as far as the audit log has it and can be read. */
async function nameEditors(
  audit: Server['audit'],
  { operation, params }: FoundOperation,
  { facts }: Problem<'changed-meanwhile'>,
): Promise<Problem> {
  const query = { action: operation.id, id: params['id'] ?? '' }
  const changes = facts.changes.map(async (change) => ({
    ...change,
    ...(await audit.findEditor({ ...query, field: change.field }).catch(logEditorFailure)),
  }))
  return new Problem('changed-meanwhile', { ...facts, changes: await Promise.all(changes) })
}

function logEditorFailure(error: unknown): null {
  console.error('the audit log could not be asked who made a change:', error)
  return null
}

/** Counts a request. Throws: Problem `too-many-requests`. */
function take(limit: RateLimit, who: string): void {
  const retryAfterSeconds = limit.take(who)
  if (retryAfterSeconds > 0) throw new Problem('too-many-requests', { retryAfterSeconds })
}

function asResponse(result: unknown, { answers }: Operation): Response {
  // The lowest status, since keys that are integers come in ascending order.
  const [status, content] = Object.entries(answers)[0]!
  return content === 'nothing' ? nothing() : json(result, Number(status))
}

/**
 * Cancels the body for a HEAD, and when the client has gone: no one reads it, so a file that the handler opened for it
 * would stay open for ever.
 */
async function withoutUnread({ method, signal }: Request, response: Response): Promise<Response> {
  if (response.body === null || (method !== 'HEAD' && !signal.aborted)) return response
  await response.body.cancel().catch(() => undefined) // it goes anyway
  return new Response(null, response)
}

/**
 * Refuses a caller without the right. Throws: Problem `not-signed-in`, `token-missing`, `token-unknown`, `not-allowed`.
 */
function assertMay(caller: Caller | null, scope: Scope, headers: Pick<Headers, 'get'>): void {
  if (caller === null) throw new Problem(explainStranger(headers), {})
  if (!caller.scopes.includes(scope)) throw new Problem('not-allowed', { scope })
}
