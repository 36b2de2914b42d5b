import { otlpProfilesPath } from '../../contract/imports.ts'
import { operation } from './operation.ts'

/**
 * Where collectors and profilers of OpenTelemetry send profiles. The path is theirs, and so is the answer, in protobuf
 * or JSON.
 */
export const otlpOperation = operation(`POST ${otlpProfilesPath}`, 'import', {
  id: 'exportProfiles',
  summary: 'Take a message of OTLP profiles',
  body: 'file',
  answers: { 200: 'bytes' },
  limit: { burst: 120, perSecond: 8 },
  handle: ({ request, server, caller }) => server.profiles.ingest(request, caller.person),
})
