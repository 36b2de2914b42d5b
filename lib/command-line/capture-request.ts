/** Turns the options of commands that profile into a capture request without its JVM. */
import type { z } from 'zod'
import { type CaptureRequest, captureRequestSchema, usualHz } from '../contract/capture.ts'
import { describeIssue } from '../contract/describe-issue.ts'
import { engineIds } from '../contract/engines.ts'
import { Problem } from '../errors.ts'
import { eventIds } from '../profile/model/event-ids.ts'
import { escapeControls } from './plain-text.ts'

export const captureFlags = {
  seconds: { type: 'string' },
  hz: { type: 'string' },
  engine: { type: 'string' },
  events: { type: 'string' },
  from: { type: 'string' },
  way: { type: 'string' },
  scope: { type: 'string' },
  'kernel-frames': { type: 'boolean' },
} as const

/** The lines of help for these options. `usualSeconds` is the default of `--seconds`, which each command chooses. */
export const requestUsage = (
  usualSeconds: number,
): string => `  --seconds=N       how long, ${usualSeconds} if not given
  --hz=N            samples per second and CPU, ${usualHz} if not given
  --engine=ENGINE   auto (best available, with fallback), ${engineIds.join(', ')}
  --events=A,B      ${eventIds.join(', ')}; cpu if not given, several with async-profiler and jfr
  --from=PLACE      auto, host, helper (a container made for the capture)
  --way=WAY         of a Kubernetes pod: auto, job (a pod beside it), ephemeral (a container in it)
  --scope=SCOPE     jvm, container (all its processes), host (everything that runs); the last two with perf
  --kernel-frames   async-profiler: perf events with kernel frames where the kernel lets it`

type Values = { readonly [name in keyof typeof captureFlags]?: string | boolean | undefined }

/** Options that are not called as their field of the request. */
const flagOf: Readonly<Record<string, string>> = {
  frequencyHz: 'hz',
  vantage: 'from',
  podWay: 'way',
  kernelFrames: 'kernel-frames',
}

/** The option that sets this field of a request, without its dashes. */
export function flagNameOf(field: string): string {
  return flagOf[field] ?? field
}

const optionsSchema = captureRequestSchema.omit({ targetId: true })

/** Gives the options as a request. Throws: Problem `invalid-request`. */
export function readCaptureOptions(values: Values): Omit<CaptureRequest, 'targetId'> {
  const { seconds, hz, engine, events, from, way, scope, 'kernel-frames': kernelFrames } = values
  const rawRequest = {
    ...{ engine, scope, vantage: from, podWay: way, kernelFrames },
    seconds: seconds === undefined ? undefined : Number(seconds),
    frequencyHz: hz === undefined ? undefined : Number(hz),
    events: typeof events === 'string' ? events.split(',').map((event) => event.trim()) : undefined,
  }
  const { data, error } = optionsSchema.safeParse(rawRequest)
  if (data) return data
  const described = Map.groupBy(error.issues, describeOptionIssue)
  const whats = Array.from(described, ([what, issues]) => `${what}${listUnknown(issues, rawRequest)}`)
  throw new Problem('invalid-request', { what: whats.join('; ') })
}

/** Gives the values that are none of those there are, to follow these: `, not foo, bar`. */
function listUnknown(issues: readonly z.core.$ZodIssue[], request: Readonly<Record<string, unknown>>): string {
  const unknown = issues.flatMap(({ code, path: [field, index] }) => {
    if (code !== 'invalid_value') return []
    const value = request[String(field)]
    return [Array.isArray(value) ? String(value[Number(index)]) : String(value)]
  })
  return unknown.length === 0 ? '' : `, not ${[...new Set(unknown)].map(escapeControls).join(', ')}`
}

function describeOptionIssue(issue: z.core.$ZodIssue): string {
  const field = String(issue.path[0])
  const option = `--${flagNameOf(field)}`
  if (field === 'seconds' || field === 'frequencyHz') {
    const { minValue, maxValue } = optionsSchema.shape[field].unwrap()
    return `${option} must be a whole number from ${minValue} to ${maxValue}`
  }
  if (issue.code === 'invalid_value') return `${option} must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_big') return `${option} takes at most ${issue.maximum}`
  return `${option}: ${describeIssue(issue)}`
}
