/** One row of the API: its route, who may call it, its input, its answers, and its handler. */
import type { z } from 'zod'
import type { Scope } from '../../contract/roles.ts'
import type { Server } from '../server.ts'
import type { Caller } from './callers.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Content of an answer: JSON of this shape, bytes, server-sent events, or nothing. */
export type Content = z.ZodType | 'bytes' | 'events' | 'nothing'

/** Description of an operation in the OpenAPI document. */
interface Description {
  /** Name of the method in generated clients. */
  readonly id: string
  readonly summary: string
  readonly about?: string
  /** Headers beside the usual ones: the purpose of each, by its name. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often a person, a program or a network of strangers may call it, beside the limit of all operations. */
  readonly limit?: { readonly burst: number; readonly perSecond: number }
  /** The limit of its JSON body, where it is larger than the usual one. */
  readonly maxBodyBytes?: number
  /** Whether the audit log records it; by default it does unless the method is GET. */
  readonly isAudited?: boolean
}

/** Facts of a request that a handler adds to the audit log. */
export interface AuditNotes {
  /** Who it is, where that shows only meanwhile: by signing in. */
  person?: string
  /** Names, not ids; no secret. Beside the placeholders of the path. */
  readonly details: Record<string, string>
}

export interface Operation extends Description {
  readonly method: Method
  /** Path below /api/v1, such as `/captures/{id}`. */
  readonly path: string
  /** `anyone`: the handler itself decides, by a code or a share token. */
  readonly scope: Scope | 'anyone'
  readonly query?: z.ZodObject
  readonly readQuery?: (parameters: URLSearchParams) => unknown
  readonly body?: z.ZodType | 'file'
  /** Keys are statuses; a Problem can come besides, always. */
  readonly answers: Readonly<Record<number, Content>>
  /** Takes a `Call` of this row; `never`, so that handlers of all rows are of one type. */
  readonly handle: (call: never) => unknown
}

/** Input of a handler: its caller has the scope, `query` and `body` are of their schemas. */
export interface Call<Route extends string, Access, Query, Body> {
  readonly request: Request
  readonly server: Server
  /** Segments of the path, as they came; of a GET, the whole id where the beginning of one came. */
  readonly params: Readonly<Record<Placeholders<Route>, string>>
  readonly query: Query
  readonly body: Body
  readonly caller: Access extends 'anyone' ? Caller | null : Caller
  readonly audit: AuditNotes
}

type Placeholders<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** A value is answered as JSON with the status of its schema, nothing with 204. A Response is sent as it is. */
type Result<Answer> = Response | (Answer extends z.ZodType ? z.output<Answer> : Answer extends 'nothing' ? void : never)

interface Row<Route extends string, Access, Query extends z.ZodObject, Body, Answer> extends Description {
  readonly query?: Query
  /** Where the parameters are more than one text by name. Throws: ZodError. */
  readonly readQuery?: (parameters: URLSearchParams) => z.output<Query>
  /** `file`: any bytes, which the handler reads from the request. */
  readonly body?: Body
  readonly answers: Readonly<Record<number, Answer>>
  readonly handle: (
    call: Call<Route, Access, z.output<Query>, Body extends z.ZodType ? z.output<Body> : undefined>,
  ) => Result<Answer> | Promise<Result<Answer>>
}

/**
 * Checks that path, schemas and handler go together.
 *
 *     operation('GET /targets/{id}', 'read', {
 *       id: 'getTarget',
 *       summary: 'One JVM',
 *       answers: { 200: targetSchema },
 *       handle: ({ server, params }) => existing(server.host.target(params.id), 'JVM'),
 *     })
 */
export function operation<
  const Route extends `${Method} /${string}`,
  const Access extends Scope | 'anyone',
  Answer extends Content,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | 'file' = 'file',
>(route: Route, scope: Access, row: Row<Route, Access, Query, Body, Answer>): Operation {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path, scope, ...row }
}
