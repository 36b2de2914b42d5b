import { expect, test } from 'vitest'
import { parseExecutableMappings } from './executable-mappings.ts'

test('files and regions with code, with the place in the file', () => {
  const maps = `7f14a4200000-7f14a5200000 r-xp 00201000 fe:00 315192                     /usr/lib/jvm/lib/server/libjvm.so
7f14a5200000-7f14a5300000 r--p 01201000 fe:00 315192                     /usr/lib/jvm/lib/server/libjvm.so
7f148c900000-7f148cb70000 rwxp 00000000 00:00 0 
7ffd5d5f0000-7ffd5d5f2000 r-xp 00000000 00:00 0                          [vdso]
7f0000000000-7f0000001000 r-xp 00000000 fe:00 1                          /opt/a b.so (deleted)
`
  expect(parseExecutableMappings(maps)).toEqual([
    { start: 0x7f14a4200000, end: 0x7f14a5200000, offset: 0x201000, path: '/usr/lib/jvm/lib/server/libjvm.so' },
    { start: 0x7ffd5d5f0000, end: 0x7ffd5d5f2000, offset: 0, path: '[vdso]' },
    { start: 0x7f0000000000, end: 0x7f0000001000, offset: 0, path: '/opt/a b.so (deleted)' },
  ])
})
