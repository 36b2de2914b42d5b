/** The OpenAPI document: what the API offers, for people and for programs that write clients. */
import { z } from 'zod'
import { captureSchema } from '../../contract/capture.ts'
import { blockSchema, doctorReportSchema } from '../../contract/doctor.ts'
import { demoStateSchema, healthCheckSchema } from '../../contract/health.ts'
import { experimentSchema } from '../../contract/experiments.ts'
import { noteSchema } from '../../contract/notes.ts'
import { problemSchema } from '../../contract/problem.ts'
import { profileSummarySchema } from '../../contract/profile.ts'
import { shareSchema } from '../../contract/shares.ts'
import { targetSchema } from '../../contract/target.ts'
import { tokenSchema, sessionSchema } from '../../contract/access.ts'
import { comparisonSchema, functionDeltaSchema } from '../../contract/comparisons.ts'
import { webhookSchema } from '../../contract/webhooks.ts'
import type { Content, Operation } from './operation.ts'

/** Schemas that have a name in the document. Others stand where they are used. */
const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
  Problem: problemSchema,
  Target: targetSchema,
  DoctorReport: doctorReportSchema,
  Block: blockSchema,
  Capture: captureSchema,
  ProfileSummary: profileSummarySchema,
  Experiment: experimentSchema,
  Comparison: comparisonSchema,
  FunctionDelta: functionDeltaSchema,
  Note: noteSchema,
  Share: shareSchema,
  Session: sessionSchema,
  Token: tokenSchema,
  Webhook: webhookSchema,
  HealthCheck: healthCheckSchema,
  DemoState: demoStateSchema,
}))
  named.add(schema, { id })

type Json = Record<string, unknown>

const about = `Everything that Hearth's pages do. Sign in as a program with a token that an owner made in the settings:
\`Authorization: Bearer hearth_...\`. Each operation names the right (scope) it needs. Whatever fails answers with
application/problem+json: \`code\` is stable, \`title\` and \`remedy\` are for people. Times are Unix milliseconds. Names, labels and
texts came out of containers and files: treat them as hostile.`

/** How zod refers to a named schema, which the document has among its components. */
const zodReference = /^#\/\$defs\//

/** Writes OpenAPI 3.1, whose schemas are JSON Schema as zod writes it. */
export function describeApi(operations: readonly Operation[]): Json & { openapi: string } {
  const schemas: Json = {}
  const describe = createDescriber(schemas)
  const paths: Record<string, Json> = {}
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, describe)
  const problem = describe(problemSchema, 'output')
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version: '1', description: about },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas,
      responses: {
        Problem: { description: 'It failed, and why', content: { 'application/problem+json': { schema: problem } } },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token that an owner made in the settings.' },
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: 'hearth_session_7117' },
          description:
            'What a browser that is signed in sends; the port is in the name. Acts need an Origin of Hearth too.',
        },
      },
    },
  }
}

type Describe = (schema: z.ZodType, io: 'input' | 'output') => Json

/**
 * Named schemas of answers go into `schemas` once. Those of requests stay where they are used: they have defaults, so
 * they differ from the answers.
 */
function createDescriber(schemas: Json): Describe {
  return (schema, io) => {
    const isAnswer = io === 'output'
    const written = z.toJSONSchema(schema, {
      io,
      metadata: isAnswer ? named : z.registry<{ id: string }>(),
      unrepresentable: 'any',
      // A later Hearth may say more than this one; a client must not stumble over it.
      override: ({ jsonSchema }) => {
        if (isAnswer && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    })
    const { $schema: _, $defs = {}, ...rest } = withComponentReferences(written) as Json & { $defs?: Json }
    Object.assign(schemas, $defs)
    return rest
  }
}

function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === '$ref' && typeof inner === 'string'
      ? inner.replace(zodReference, '#/components/schemas/')
      : withComponentReferences(inner),
  ])
  return Object.fromEntries(entries) as unknown
}

function describeOperation(operation: Operation, describe: Describe): Json {
  const { id, scope, summary, about: description, body, answers } = operation
  const answered = Object.entries(answers).map(([status, content]) => [status, describeAnswer(content, describe)])
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    'x-scope': scope,
    security: scope === 'anyone' ? [] : [{ token: [scope] }, { session: [scope] }],
    parameters: describeParameters(operation, describe),
    ...(body === undefined ? {} : { requestBody: { required: true, content: describeBody(body, describe) } }),
    responses: { ...Object.fromEntries(answered), default: { $ref: '#/components/responses/Problem' } },
  }
}

function describeParameters({ path, query, headers = {} }: Operation, describe: Describe): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }))
  const querySchema = query ? describe(query, 'input') : {}
  const required = (querySchema['required'] ?? []) as string[]
  const inQuery = Object.entries((querySchema['properties'] ?? {}) as Json).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
  }))
  const inHeader = Object.entries(headers).map(([name, description]) => ({
    ...{ name, in: 'header', required: false, description, schema: { type: 'string' } },
  }))
  return [...inPath, ...inQuery, ...inHeader]
}

function describeBody(body: z.ZodType | 'file', describe: Describe): Json {
  if (body === 'file') return { 'application/octet-stream': {} }
  return { 'application/json': { schema: describe(body, 'input') } }
}

function describeAnswer(content: Content, describe: Describe): Json {
  switch (content) {
    case 'nothing':
      return { description: 'Done' }
    case 'bytes':
      return { description: 'The bytes', content: { 'application/octet-stream': {} } }
    case 'events':
      return { description: 'Events, until the connection ends', content: { 'text/event-stream': {} } }
    default:
      return { description: 'Done', content: { 'application/json': { schema: describe(content, 'output') } } }
  }
}
