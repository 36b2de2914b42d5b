import { expect, test } from 'vitest'
import { executableFiles } from './mapped-files.ts'

test('the files with code in a process are found once each; everything else is left out', () => {
  const maps = `
5559843e3000-5559843e4000 r-xp 00001000 fe:00 315192                     /opt/java/bin/java
7fd0083ff000-7fd00866f000 rwxp 00000000 00:00 0 
7fd026ee3000-7fd027f6f000 r-xp 002e3000 fe:00 315638                     /opt/java/lib/server/libjvm.so
7fd027f6f000-7fd027f70000 r-xp 012e3000 fe:00 315638                     /opt/java/lib/server/libjvm.so
7fd027f70000-7fd027f80000 r--p 013e3000 fe:00 315638                     /opt/java/lib/modules
7fd028000000-7fd028001000 r-xp 00000000 fe:00 7                          /opt/with space/lib.so
7fd028100000-7fd028101000 r-xp 00000000 fe:00 8                          /opt/old.so (deleted)
7fd028200000-7fd028201000 r-xp 00000000 fe:00 9                          /opt/../etc/shadow
7fd028778000-7fd02877a000 r-xp 00000000 00:00 0                          [vdso]
7fd028779000-7fd02877a000 r-xp 00000000 00:01 0                          /memfd:doublemapper (deleted)
`
  expect(executableFiles(maps)).toEqual([
    '/opt/java/bin/java',
    '/opt/java/lib/server/libjvm.so',
    '/opt/with space/lib.so',
  ])
})
