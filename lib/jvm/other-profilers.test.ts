import { expect, test } from 'vitest'
import { mappedLibraries } from './libjvm.ts'
import { otherProfilerIn } from './other-profilers.ts'

test.each([
  ['/tmp/libasyncProfiler.so', 'another async-profiler'],
  ['/tmp/pyroscope/libasyncProfiler-linux-x64-17a.so', 'another async-profiler'],
  ['/tmp/pyroscope-4b2f1/libasyncProfiler-linux-musl-x64.so.8123', 'another async-profiler'],
  ['/tmp/pyroscope-4b2f1/lib.so', 'another async-profiler'],
  ['/root/.cache/me.bechberger.ap-loader/4.0/libs/libasyncProfiler-4.0-linux-x64.so', 'another async-profiler'],
  ['/memfd:libasyncProfiler.so', 'another async-profiler'],
  ['/tmp/dd-java-agent/libjavaProfiler1234.so', 'Datadog’s profiler'],
  ['/tmp/ddprof_root/pid_7/scratch/libjavaProfiler-9.so', 'Datadog’s profiler'],
  ['/opt/yjp/bin/linux-x86-64/libyjpagent.so', 'YourKit'],
  ['/opt/jprofiler/bin/linux-x64/libjprofilerti.so', 'JProfiler'],
  ['/opt/dynatrace/oneagent/agent/lib64/liboneagentproc.so', 'Dynatrace OneAgent'],
])('%s is %s', (library, profiler) => {
  expect(otherProfilerIn(['/lib/libc.so.6', library])).toEqual({ profiler, library })
})

test('our own copy is none, and neither are the JVM’s libraries', () => {
  const own = ['/tmp/.hearth-async-profiler-1aa55af4645fafb7.so', '/.hearth-async-profiler-45895af951d17212.so']
  const java = [
    '/opt/java/lib/libjava.so',
    '/opt/java/lib/libinstrument.so',
    '/lib/libc.so.6',
    '/srv/profiler/lib/libz.so',
  ]
  expect(otherProfilerIn([...own, ...java])).toBeNull()
})

test('in the maps of a process, also when its file was removed since, and our own removed copy is none', () => {
  const line = (path: string) => `7f2a10000000-7f2a10080000 r-xp 00000000 fe:00 4711    ${path}\n`
  const own = line('/tmp/.hearth-async-profiler-1aa55af4645fafb7.so (deleted)')
  expect(otherProfilerIn(mappedLibraries(own))).toBeNull()
  const other = line('/tmp/pyroscope-1/libasyncProfiler-linux-x64.so (deleted)')
  expect(otherProfilerIn(mappedLibraries(own + other))).toMatchObject({ profiler: 'another async-profiler' })
  expect(otherProfilerIn(mappedLibraries(line('/memfd:libasyncProfiler.so (deleted)')))).not.toBeNull()
})
