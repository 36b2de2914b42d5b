import { expect, test } from 'vitest'
import { checkAnswer, parseConfiguration, parseRunning, refuseMissing } from './jfr-replies.ts'

/** Replies of JDK 17 and 25. */
const answers = {
  started: 'Started recording 1. The result will be written to:\n\n/dev/null\n',
  notStarted: 'Could not start recording, not able to write to file /tmp/nosuchdir/x.jfr. /tmp/nosuchdir/x.jfr \n',
  notStopped: 'Could not stop recording "nosuch".\n',
  notDumped: 'Could not find hearth-abc.\n\nUse JFR.check without options to see list of all available recordings.\n',
  noModule: 'Module jdk.jfr not found.\nFlight Recorder can not be enabled.\n',
  configuration:
    'Current configuration:\n\nPreserve repository: false\nRepository path: /tmp/2026_11_21_22_52_50_1\n\nDump path: /\n\nStack depth: 64\nGlobal buffer count: 20\n',
  configured: 'Repository path: /tmp/.hearth-abc/2026_11_21_22_57_33_8\n\nStack depth: 256\n\n',
  idle: 'No available recordings.\n\nUse jcmd 6 JFR.start to start a recording.\n',
  running:
    'Recording 1: name=hearth-abc duration=100s maxsize=20.0MB (running)\nRecording 2: name=my own (running)\nRecording 3: name=old duration=5s (stopped)\n',
}

test('success is read from the text of the reply, since failures have status 0 too', () => {
  expect(() => checkAnswer('shop', 'Started', answers.started)).not.toThrow()
  expect(() => checkAnswer('shop', 'Dumped', 'Dumped recording "hearth-abc", 112.8 kB written to:\n')).not.toThrow()
  for (const [does, answer] of [
    ['Started', answers.notStarted],
    ['Stopped', answers.notStopped],
    ['Dumped', answers.notDumped],
    ['Stopped', ''],
  ] as const) {
    expect(() => checkAnswer('shop', does, answer)).toThrow(expect.objectContaining({ code: 'jfr-failed' }))
  }
  expect(() => checkAnswer('shop', 'Started', answers.notStarted)).toThrow(/not able to write to file/)
})

test('a runtime without the JFR module is distinguished from one that refuses', () => {
  expect(() => checkAnswer('shop', 'Started', answers.noModule)).toThrow(
    expect.objectContaining({ code: 'jfr-missing' }),
  )
  expect(() => refuseMissing('shop', answers.configuration)).not.toThrow()
})

test('reads the repository path and the stack depth', () => {
  expect(parseConfiguration(answers.configuration)).toEqual({
    repository: '/tmp/2026_11_21_22_52_50_1',
    stackDepth: 64,
  })
  expect(parseConfiguration(answers.configured)).toEqual({
    repository: '/tmp/.hearth-abc/2026_11_21_22_57_33_8',
    stackDepth: 256,
  })
  expect(parseConfiguration('nothing of the kind')).toEqual({ repository: null, stackDepth: null })
})

test('lists only recordings that run', () => {
  expect(parseRunning(answers.running)).toEqual(['hearth-abc', 'my own'])
  expect(parseRunning(answers.idle)).toEqual([])
})
