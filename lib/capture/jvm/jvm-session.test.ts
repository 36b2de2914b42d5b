import { expect, test } from 'vitest'
import { parseVersion } from './jvm-session.ts'

test.each([
  ['OpenJDK 64-Bit Server VM version 17.0.19+10-Debian-1deb12u1\nJDK 17.0.19\n', 17, '17.0.19'],
  ['OpenJDK 64-Bit Server VM version 25.0.3+9-LTS\nJDK 25.0.3\n', 25, '25.0.3'],
  ['OpenJDK 64-Bit Server VM version 25.402-b06\nJDK 8.0_402\n', 8, '8.0_402'],
  ['what is this?', 0, ''],
])('VM.version %j', (answer, feature, text) => {
  expect(parseVersion(answer)).toEqual({ feature, text, build: answer.split('\n')[0] })
})
