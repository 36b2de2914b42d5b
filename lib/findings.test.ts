import { expect, test } from 'vitest'
import { findingSchema } from './contract/doctor.ts'
import { Problem } from './errors.ts'
import { createFinding, findingFromProblem } from './findings.ts'

test('a finding has the texts of its code and the evidence of this one case', () => {
  const finding = createFinding('target-stopped', { hostPid: 4711 }, 'State T in /proc/4711/stat')
  expect(finding).toEqual({
    code: 'target-stopped',
    level: 'blocked',
    title: 'It is stopped, by SIGSTOP or a debugger.',
    evidence: 'State T in /proc/4711/stat',
    remedy: 'Resume it.',
    command: 'kill -CONT 4711',
  })
  expect(findingSchema.parse(finding)).toEqual(finding)
})

test('a command is null where there is none', () => {
  expect(createFinding('attach-disabled', {}, '-XX:+DisableAttachMechanism').command).toBeNull()
  expect(createFinding('tmp-not-writable', { isContainer: false }, 'read-only').command).toBeNull()
})

test('a JVM that is still starting may catch the signal in a moment, one with -Xrs never will', () => {
  const remedyOf = (hasReducedSignals: boolean) =>
    createFinding('signal-not-caught', { hasReducedSignals, isStarting: true }, 'SigCgt 0').remedy
  expect(remedyOf(false)).toContain('still starting')
  expect(remedyOf(true)).toContain('-Xrs')
})

test('a Problem that is in the way is a finding with its cause as evidence, and how to install what is missing', () => {
  const cause = new Error('EACCES')
  const denied = findingFromProblem(new Problem('no-permission', { what: 'attach' }, { cause }))
  expect(denied).toMatchObject({ code: 'no-permission', level: 'blocked', evidence: 'EACCES', command: null })
  const missing = findingFromProblem(new Problem('tool-missing', { tool: 'perf', package: 'linux-perf' }))
  expect(missing).toMatchObject({ code: 'tool-missing', command: 'apt-get install linux-perf' })
})
