import { CommonProblem } from '../../lib/errors/problem.ts'

/** Whether a script of the page could not be fetched. */
export function isScriptMissing(error: unknown): error is Error {
  // Source: the name that the runtime of Turbopack, and of webpack, gives the error of `import()`.
  return error instanceof Error && error.name === 'ChunkLoadError'
}

/**
 * Loads a script that the page asks for late. A call after a failure asks the server again.
 *
 * Throws: Problem `part-not-loaded` when the script cannot be fetched, `hearth-updated` when the server no longer has
 * it.
 */
export function loadPart<Module>(importIt: () => Promise<Module>): Promise<Module> {
  return importIt().catch(async (error: unknown) => {
    if (!isScriptMissing(error)) throw error
    const isGone = await isScriptGone(error.message)
    throw new CommonProblem(isGone ? 'hearth-updated' : 'part-not-loaded', {}, { cause: error })
  })
}

/** Whether the server has no script of the address in the message of a ChunkLoadError. */
async function isScriptGone(message: string): Promise<boolean> {
  const [address] = /\/_next\/\S+/.exec(message) ?? []
  if (address === undefined) return false
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.status === 404
}
