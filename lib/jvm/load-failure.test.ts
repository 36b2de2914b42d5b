import { expect, test } from 'vitest'
import { findLoadCause } from './load-failure.ts'

const own = '/tmp/.hearth-async-profiler-1aa55af4645fafb7.so'

test.each([
  [`${own} was not loaded.\nlibdl.so.2: cannot open shared object file: No such file or directory`, 'missing'],
  ['Error loading shared library libstdc++.so.6: No such file or directory (needed by /tmp/x.so)', 'missing'],
  [`/lib/x86_64-linux-gnu/libc.so.6: version \`GLIBC_2.34' not found (required by ${own})`, 'too-old'],
  [`${own}: undefined symbol: __memcpy_chk`, 'other-libc'],
  [`Error relocating ${own}: __fprintf_chk: symbol not found`, 'other-libc'],
  [`${own}: failed to map segment from shared object`, 'not-executable'],
  [`${own}: failed to map segment from shared object: Operation not permitted`, 'not-executable'],
  [`${own}: failed to map segment from shared object: Permission denied`, 'forbidden'],
  [`${own}: cannot open shared object file: Permission denied`, 'forbidden'],
  [`${own}: cannot open shared object file: No such file or directory`, 'unknown'],
  ['it said something else', 'unknown'],
] as const)('%s is %s', (reason, cause) => expect(findLoadCause(reason)).toBe(cause))
