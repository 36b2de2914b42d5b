import { problemSchema, type ProfileSummary, profileSummarySchema } from '../../lib/contract.ts'
import { Problem, problemFromData } from '../../lib/errors.ts'

/**
 * Sends a file to be imported and tells how far it is, 0 to 1. Then the server reads it, which nobody can watch: 1 means
 * "sent", not "done". XMLHttpRequest, since fetch does not tell of the way up.
 *
 * Throws: the Problem that the server explains, Problem `web-unreachable` when there is no answer.
 */
export function uploadProfile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ProfileSummary> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/profiles')
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 1)
    request.onerror = () => reject(new Problem('web-unreachable', {}))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    request.onload = () => {
      try {
        const answer: unknown = JSON.parse(request.responseText)
        if (request.status < 300) resolve(profileSummarySchema.parse(answer))
        else reject(problemFromData(problemSchema.parse(answer)))
      } catch (cause) {
        reject(new Error(`the import answered ${request.status}`, { cause }))
      }
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
