import { describe, expect, it } from 'vitest'
import { readCaptureRequest } from './capture-request.ts'

const target = '0123456789abcdef'

describe('readCaptureRequest', () => {
  it('leaves to the doctor what nobody asked for', () => {
    expect(readCaptureRequest(target, {})).toMatchObject({
      engine: 'auto',
      vantage: 'auto',
      events: ['cpu'],
      seconds: 30,
    })
  })

  it('takes several events, an engine and a place', () => {
    const values = { engine: 'async-profiler', events: 'cpu, alloc', from: 'helper', hz: '199', 'kernel-frames': true }
    expect(readCaptureRequest(target, values)).toMatchObject({
      ...{
        engine: 'async-profiler',
        events: ['cpu', 'alloc'],
        vantage: 'helper',
        frequencyHz: 199,
        kernelFrames: true,
      },
    })
  })

  it.each([
    [{ seconds: '0' }, '--seconds'],
    [{ hz: 'fast' }, '--hz'],
    [{ engine: 'magic' }, '--engine'],
    [{ events: 'cpu,time' }, '--events'],
    [{ from: 'moon' }, '--from'],
    [{ scope: 'all' }, '--scope'],
  ])('names the option that is wrong: %j', (values, option) => {
    expect(() => readCaptureRequest(target, values)).toThrow(option)
  })
})
