import { expect, test } from 'vitest'
import { Problem } from '../errors.ts'
import { captureStateLabels, formatCaptureState } from './capture-labels.ts'

test.each(['queued', 'checking', 'recording', 'symbolising', 'saving'] as const)(
  'failures call the phase %s as the page and the terminal do',
  (phase) => {
    const name = formatCaptureState(phase)
    expect(name).toBe(captureStateLabels[phase].now.toLowerCase())
    expect(new Problem('capture-interrupted', { phase }).toJSON().title).toContain(`was ${name}.`)
    expect(new Problem('capture-broken', { phase, reason: 'why' }).toJSON().title).toContain(`was ${name}: why`)
  },
)
