import { expect, it } from 'vitest'
import type { StoppedTarget } from '../../contract/target.ts'
import { nothingSeen } from '../../contract/seen.ts'
import { Problem } from '../../errors.ts'
import { createCollectorState } from './collector-state.ts'
import { createMergedView } from './merged-view.ts'

const stopped = (id: string, stoppedAt: number): StoppedTarget => ({
  ...{ id, stoppedAt, startedAt: 0, collectorId: 'local', service: id },
  ...{ containerName: null, image: null, mainClass: 'shop.Shop' },
})

it('lists JVMs that ended once each, the newest first, whichever collectors saw them', () => {
  const states = [
    [stopped('x', 1), stopped('y', 9)],
    [stopped('x', 1), stopped('z', 5)],
  ].map((list) => {
    const state = createCollectorState(new Problem('not-found', { what: 'collector' }).toJSON())
    state.apply({ ...nothingSeen, type: 'snapshot', stopped: list } as never)
    return state
  })
  const view = createMergedView({ states: () => states, local: () => undefined } as never)
  expect(view.snapshot().stopped.map(({ id }) => id)).toEqual(['y', 'z', 'x'])
})
