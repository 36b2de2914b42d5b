/** Asks a route handler as Next would, without Next: for tests of what routes answer. */
import { globSync } from 'node:fs'
import { join } from 'node:path'

const app = join(import.meta.dirname, '..', '..', '..', 'app')

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

export interface RouteOfFile {
  readonly method: string
  /** Below /api/v1, `/captures/{id}`. */
  readonly path: string
  readonly handler: Handler
}

/** Every method of every route below /api/v1. The test mocks `server-only`. */
export async function allRoutes(): Promise<RouteOfFile[]> {
  const files = globSync('api/v1/**/route.ts', { cwd: app })
  const routes = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(join(app, file))) as Record<string, unknown>
      const path = file.slice('api/v1'.length, -'/route.ts'.length).replace(/\[(\w+)\]/g, '{$1}')
      return Object.entries(exported)
        .filter(([, value]) => typeof value === 'function')
        .map(([method, value]) => ({ method, path, handler: value as Handler }))
    }),
  )
  return routes.flat()
}

/** What is sent; `at` fills the places of the path. */
export interface RouteCall {
  readonly at?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export function callRoute({ method, path, handler }: RouteOfFile, question: RouteCall): Promise<Response> {
  const { at: pathParameters = {}, query = '', body, headers = {} } = question
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? ''))
  const request = new Request(`http://127.0.0.1:7117/api/v1${filled}${query}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return handler(request, { params: Promise.resolve({ ...pathParameters }) })
}
