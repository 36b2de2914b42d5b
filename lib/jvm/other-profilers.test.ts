import { expect, test } from 'vitest'
import { otherProfilerIn } from './other-profilers.ts'

test.each([
  ['/tmp/libasyncProfiler.so', 'another async-profiler'],
  ['/tmp/pyroscope/libasyncProfiler-linux-x64-17a.so', 'another async-profiler'],
  ['/tmp/dd-java-agent/libjavaProfiler1234.so', 'Datadog’s profiler'],
  ['/opt/yjp/bin/linux-x86-64/libyjpagent.so', 'YourKit'],
  ['/opt/jprofiler/bin/linux-x64/libjprofilerti.so', 'JProfiler'],
  ['/opt/dynatrace/oneagent/agent/lib64/liboneagentproc.so', 'Dynatrace OneAgent'],
])('%s is %s', (library, profiler) => {
  expect(otherProfilerIn(['/lib/libc.so.6', library])).toEqual({ profiler, library })
})

test('our own copy is none, and neither are the JVM’s libraries', () => {
  const own = '/tmp/.hearth-async-profiler-1aa55af4645fafb7.so'
  expect(
    otherProfilerIn([own, '/opt/java/lib/libjava.so', '/opt/java/lib/libinstrument.so', '/lib/libc.so.6']),
  ).toBeNull()
})
