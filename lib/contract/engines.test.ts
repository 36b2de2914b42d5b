import { describe, expect, it } from 'vitest'
import { createEngines } from '../capture/engines.ts'
import { readConfig } from '../config.ts'
import { engineIds, engineTable, explainIncapable } from './engines.ts'

describe('the table of engines', () => {
  it('has a row for each engine that there is, and no other', () => {
    const engines = createEngines(readConfig({}))
    expect(new Set(engines.map(({ id }) => id))).toEqual(new Set(engineIds))
    for (const { id, ...engine } of engines) expect(engine).toMatchObject(engineTable[id])
  })

  it.each(engineIds)('%s can do what its row says and nothing else', (id) => {
    const { events, recordsSeveralEvents, seesOtherProcesses, keepsRing, hasKernelFrames } = engineTable[id]
    const plain = { events: [events[0]], scope: 'jvm', mode: 'timed' } as const
    const isIncapable = (more: object) => explainIncapable(engineTable[id], { ...plain, ...more }) !== null
    expect(isIncapable({})).toBe(false)
    expect(isIncapable({ events: [events[0], events.at(-1)!] })).toBe(!recordsSeveralEvents)
    expect(isIncapable({ scope: 'container' })).toBe(!seesOtherProcesses)
    expect(isIncapable({ mode: 'flight-recorder' })).toBe(!keepsRing)
    expect(isIncapable({ kernelFrames: true })).toBe(!hasKernelFrames)
  })
})
