import { describe, expect, it, vi } from 'vitest'
import { CommonProblem } from '../../../lib/errors/problem.ts'
import { matchesPattern } from '../../../lib/profile/search/search.ts'
import { createNameMatcher, findFrames } from './name-search.ts'

const names = ['java.util.HashMap.get', 'GC_active', 'memcpy']
const patterns = () => ({
  match: vi.fn((list: readonly string[], source: string, caseSensitive: boolean) =>
    Promise.resolve(matchesPattern(list, source, caseSensitive)),
  ),
})
const term = (text: string, caseSensitive = false) => ({ text, caseSensitive })

describe('searches over names', () => {
  it('have a bit each', async () => {
    const found = await findFrames(names, [term('a'), term('/^gc/'), term('GC', true)], createNameMatcher(patterns()))
    expect([...found.frameMasks]).toEqual([0b001, 0b111, 0b000])
    expect(found.problems).toEqual([null, null, null])
  })

  it('are run once for the same names, however often they are asked for', async () => {
    const asked = patterns()
    const match = createNameMatcher(asked)
    await findFrames(names, [term('/^gc/')], match)
    await findFrames(names, [term('/^gc/'), term('memcpy')], match)
    expect(asked.match).toHaveBeenCalledOnce()
    await findFrames([...names], [term('/^gc/')], match)
    expect(asked.match).toHaveBeenCalledTimes(2)
  })

  it('that cannot be run find nothing, and leave the others alone', async () => {
    const slow = { match: () => Promise.reject(new CommonProblem('pattern-too-slow', { pattern: 'x' })) }
    const found = await findFrames(names, [term('/x/'), term('memcpy')], createNameMatcher(slow))
    expect([...found.frameMasks]).toEqual([0, 0, 0b10])
    expect(found.problems).toEqual([expect.objectContaining({ code: 'pattern-too-slow' }), null])
  })

  it('pass a bug on', async () => {
    const broken = { match: () => Promise.reject(new Error('bug')) }
    await expect(findFrames(names, [term('/x/')], createNameMatcher(broken))).rejects.toThrow('bug')
  })
})
