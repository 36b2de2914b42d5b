import { problemSchema } from '../../lib/contract/problem.ts'
import { type Imported, importedSchema, type ImportOptions, importPath } from '../../lib/contract/imports.ts'
import { CommonProblem, receiveProblem } from '../../lib/errors/problem.ts'

export interface UploadRequest {
  readonly file: File
  readonly options: ImportOptions
  /** 0 to 1 of the way up. Then the server reads what is left, which has no progress: 1 means "sent", not "done". */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file to be imported. XMLHttpRequest, since fetch does not tell of the way up.
 *
 * Throws: the Problem that the server explains, Problem `web-unreachable` when there is no answer, an AbortError.
 */
export function uploadProfile({ file, options, onProgress, signal }: UploadRequest): Promise<Imported> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled())
    const request = new XMLHttpRequest()
    request.open('PUT', importPath(file.name, options))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 1)
    request.onerror = () => reject(new CommonProblem('web-unreachable', {}))
    request.onabort = () => reject(cancelled())
    request.onload = () => {
      try {
        const answer: unknown = JSON.parse(request.responseText)
        if (request.status < 300) resolve(importedSchema.parse(answer))
        else reject(receiveProblem(problemSchema.parse(answer)))
      } catch (cause) {
        reject(new Error(`the import answered ${request.status}`, { cause }))
      }
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function cancelled(): DOMException {
  return new DOMException('cancelled', 'AbortError')
}
