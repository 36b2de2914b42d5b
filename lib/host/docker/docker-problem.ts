/** Failures of a Docker engine's API, translated once. */
import { z } from 'zod'
import { isProblem, Problem } from '../../errors.ts'
import { errnoOf } from '../kernel/errno.ts'

/** The HTTP status that the Docker engine answered with, if it did. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}

/**
 * null for status 404: a container may go away between a list and a question. A Problem has the error of dockerode as
 * its cause.
 */
export async function nullIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (statusOf(isProblem(error) ? error.cause : error) === 404) return null
    throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such socket',
  ECONNREFUSED: 'nothing listens there',
  EACCES: 'our user may not open it',
  ECONNRESET: 'it closed the connection',
}

/** Translates an error of dockerode into a Problem `docker-unreachable`; a bug is passed on as it is. */
export function translateDocker(error: unknown, socket: string, timeoutMs: number): unknown {
  if (isProblem(error)) return error
  if (error instanceof z.ZodError) {
    return new Problem(
      'docker-unreachable',
      { socket, reason: 'what answers there is no Docker engine' },
      { cause: error },
    )
  }
  if (!(error instanceof Error)) return error
  const isTimeout = error.name === 'TimeoutError' || error.name === 'AbortError'
  const reason = isTimeout ? `no answer in ${timeoutMs / 1000} s` : (reasons[errnoOf(error)] ?? error.message)
  return new Problem('docker-unreachable', { socket, reason }, { cause: error })
}
