import { expect, test } from 'vitest'
import { Problem } from '../../errors.ts'
import { findAgentError, explainLoadFailure } from './agent-recording.ts'

const failed = (reason: string) => new Problem('attach-failed', { target: 'shop', reason })

test.each([
  // JDK 17 and 25 in their own words, as seen
  [
    'Dynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading to launch target VM.',
    '',
    'dynamic-loading-disabled',
  ],
  ['/tmp/x.so was not loaded.\n/tmp/x.so: failed to map segment from shared object', '', 'library-not-loaded'],
  ["/lib/libc.so.6: version `GLIBC_2.35' not found (required by /tmp/x.so)", '', 'library-not-loaded'],
  ['the agent returned 200', '[ERROR] Profiler already started\n', 'profiler-busy'],
  ['the agent returned 200', '[WARN] x\n[ERROR] No AllocTracer symbols found\n', 'profiler-refused'],
  ['the agent returned 100', '', 'profiler-refused'],
])('%s with the log %j is %s', (reason, log, code) => {
  expect(explainLoadFailure(failed(reason), 'shop', log)).toMatchObject({ code })
})

test('the agent’s own words become the reason', () => {
  const problem = explainLoadFailure(
    failed('the agent returned 200'),
    'shop',
    '[WARN] x\n[ERROR] No AllocTracer symbols found.\n',
  )
  expect(problem).toMatchObject({ facts: { target: 'shop', reason: 'No AllocTracer symbols found' } })
})

test('the remedy is that of the cause', () => {
  const remedyOf = (reason: string) => (explainLoadFailure(failed(reason), 'shop', '') as Problem).remedy
  expect(remedyOf('libdl.so.2: cannot open shared object file: No such file or directory')).toMatch(
    /^Add these files to its image/,
  )
  expect(remedyOf("/lib/libc.so.6: version `GLIBC_2.35' not found (required by /tmp/x.so)")).toContain(
    'older C library',
  )
  expect(remedyOf('/tmp/x.so: failed to map segment from shared object')).toContain('executable tmpfs')
})

test('what is no failure of loading stays what it is', () => {
  const gone = new Problem('target-gone', { target: 'shop' })
  expect(explainLoadFailure(gone, 'shop', '')).toBe(gone)
})

test('of several errors the last one counts, and a hostile log is cut', () => {
  expect(findAgentError('[ERROR] first\nx\n[ERROR] second\n')).toBe('second')
  expect(findAgentError(`[ERROR] ${'x'.repeat(9999)}`)).toHaveLength(300)
  expect(findAgentError('')).toBeNull()
})
