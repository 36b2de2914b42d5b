import { expect, test } from 'vitest'
import { parseAttachReply, whyAgentNotLoaded } from '../host/attach/attach.ts'

test('the first line is the status, the rest the text', () => {
  expect(parseAttachReply('0\n-XX:+PreserveFramePointer\n')).toEqual({ status: 0, text: '-XX:+PreserveFramePointer\n' })
  expect(parseAttachReply('-1\nOperation nosuchcmd not recognized!\n').status).toBe(-1)
  expect(parseAttachReply('HTTP/1.1 200 OK\r\n\r\n')).toEqual({ status: null, text: '\r\n' })
  expect(parseAttachReply('0')).toEqual({ status: 0, text: '' })
})

test.each([
  ['JDK 8', '0\n0\n', null],
  ['JDK 8, refused by the agent', '0\n3\n', 'the agent returned 3'],
  ['JDK 17', '0\nreturn code: 0\n', null],
  ['JDK 17, refused by the agent', '0\nreturn code: -4\n', 'the agent returned -4'],
  ['JDK 17, no such file', '-1\n/x.so was not loaded.\n', '/x.so was not loaded.'],
  ['JDK 25, no such file', '0\n/x.so was not loaded.\n', '/x.so was not loaded.'],
  ['JDK 25, not allowed', '0\nDynamic agent loading is not enabled.', 'Dynamic agent loading is not enabled.'],
  ['nothing', '', 'status missing'],
])('the answer to load of %s', (_, reply, reason) => expect(whyAgentNotLoaded(parseAttachReply(reply))).toBe(reason))
