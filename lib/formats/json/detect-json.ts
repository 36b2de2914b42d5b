/** Which profiler's JSON some first bytes are; members may stand in any order, so what is looked for stands anywhere in them. */
import type { Answer } from '../reading/file-start.ts'
import { speedscopeSchema } from '../speedscope/speedscope-file.ts'

/** A byte-order mark is passed over. */
const beginsObject = /^(\xef\xbb\xbf)?\s*\{/
const beginsList = /^(\xef\xbb\xbf)?\s*\[\s*\{/

/** Yes: it names speedscope's schema. Maybe: it has one of the keys that such a file has. */
export function isSpeedscope(text: string): Answer {
  if (!beginsObject.test(text)) return 'no'
  if (text.includes(speedscopeSchema)) return 'yes'
  return /"shared"\s*:|"profiles"\s*:/.test(text) ? 'maybe' : 'no'
}

/** Yes: it tells its version, or has the libraries of a raw profile. Maybe: it has tables of that name. */
export function isFirefox(text: string): Answer {
  if (!beginsObject.test(text)) return 'no'
  if (/"(preprocessedProfileVersion|breakpadId)"\s*:/.test(text)) return 'yes'
  if (/"(stackTable|frameTable|markerSchema)"\s*:/.test(text)) return 'yes'
  return /"meta"\s*:\s*\{/.test(text) && /"(threads|libs|interval|processes)"\s*:/.test(text) ? 'maybe' : 'no'
}

/** Yes: nodes of V8's profiler, or a trace that says it holds some. Maybe: any trace, whose profiles may come later. */
export function isCpuProfile(text: string): Answer {
  if (!beginsObject.test(text) && !beginsList.test(text)) return 'no'
  if (/"callFrame"\s*:\s*\{/.test(text) || /"name"\s*:\s*"ProfileChunk"/.test(text)) return 'yes'
  if (/"head"\s*:\s*\{/.test(text) && /"functionName"\s*:/.test(text)) return 'yes'
  if (/"timeDeltas"\s*:\s*\[/.test(text) || /"traceEvents"\s*:\s*\[/.test(text)) return 'maybe'
  return beginsList.test(text) && /"ph"\s*:/.test(text) && /"ts"\s*:/.test(text) ? 'maybe' : 'no'
}
