import { expect, test } from 'vitest'
import { explainPerfFailure } from './perf-recording.ts'

const explain = (stderr: string) =>
  explainPerfFailure({ signal: null, timedOut: false, cancelled: false, exitCode: 255, stderr })

test('perf that lacks a capability, as in a Job without it, has a remedy that names it and where to give it', () => {
  const { code, remedy } = explain(
    'Error:\nAccess to performance monitoring and observability operations is limited.\n',
  )
  expect(code).toBe('no-permission')
  expect(remedy).toContain('capability PERFMON, or SYS_ADMIN before Linux 5.8')
  expect(remedy).toContain('`securityContext.capabilities.add`')
  expect(remedy).not.toContain('as root')
})
