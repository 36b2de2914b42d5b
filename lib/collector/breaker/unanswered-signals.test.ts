import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { hasUnansweredSignal } from '../../host/attach/attach.ts'
import { allowSignals, forbidSignals } from '../../host/attach/attach-trigger.ts'
import { openUnansweredSignals } from './unanswered-signals.ts'

test('a collector that starts again knows which JVMs opened no socket, until one does', () => {
  const directory = mkdtempSync(`${tmpdir()}/hearth-signals-`)
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const jvm = { hostPid: 4012, startTicks: '777' }
  const reopen = () => openUnansweredSignals(directory)
  {
    using signals = reopen()
    signals.note(jvm)
    forbidSignals(jvm)
    signals.note(jvm)
  }
  allowSignals(jvm) // as in a new process
  {
    using signals = reopen()
    expect(hasUnansweredSignal(jvm)).toBe(true)
    expect(hasUnansweredSignal({ ...jvm, startTicks: '778' })).toBe(false)
    allowSignals(jvm)
    signals.note(jvm)
  }
  using _ = reopen()
  expect(hasUnansweredSignal(jvm)).toBe(false)
})
