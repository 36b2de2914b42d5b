import { describe, expect, it } from 'vitest'
import { Problem } from '../../errors.ts'
import { terminationMessage } from './termination.ts'

const read = (text: string) => (JSON.parse(text) as { problem: { code: string; facts: { reason?: string } } }).problem

describe('the last words of a capture in a pod', () => {
  it('a problem keeps its code and its facts', () => {
    const problem = new Problem('attach-failed', { target: 'shop', reason: 'it has no attach listener' })
    const { code, facts } = read(terminationMessage(problem, 'job'))
    expect({ code, facts }).toEqual({
      code: 'attach-failed',
      facts: { target: 'shop', reason: 'it has no attach listener' },
    })
  })

  it('an end of the pod that is too long says once that the pod ended', () => {
    const reason = `the node is gone ${'x'.repeat(5000)}`
    const { facts } = read(terminationMessage(new Problem('job-ended', { way: 'job', reason }), 'job'))
    expect(facts.reason).toMatch(/^the node is gone x/)
  })

  it.each(['x', '"', '\u0001x', 'é', '漢', '😀'])('what is too long to be kept is valid JSON still: %j', (char) => {
    const reason = char.repeat(5000)
    for (const error of [new Problem('attach-failed', { target: 'shop', reason }), new Error(reason), reason]) {
      const message = terminationMessage(error, 'job')
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096)
      const { code, facts } = read(message)
      expect(code).toBe('job-ended')
      expect(facts.reason!.length).toBeGreaterThan(500)
      expect(facts.reason!.isWellFormed()).toBe(true)
    }
  })
})
