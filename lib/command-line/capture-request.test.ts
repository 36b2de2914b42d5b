import { describe, expect, it } from 'vitest'
import { readCaptureOptions } from './capture-request.ts'

describe('readCaptureOptions', () => {
  it('leaves the engine and the vantage to the doctor by default', () => {
    expect(readCaptureOptions({})).toMatchObject({
      engine: 'auto',
      vantage: 'auto',
      events: ['cpu'],
      seconds: 30,
    })
  })

  it('reads several events, an engine and a vantage', () => {
    const values = { engine: 'async-profiler', events: 'cpu, alloc', from: 'helper', hz: '199', 'kernel-frames': true }
    expect(readCaptureOptions(values)).toMatchObject({
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
    [{ seconds: '0' }, '--seconds must be a whole number from 1 to 600'],
    [{ seconds: 'abc' }, '--seconds must be a whole number from 1 to 600'],
    [{ seconds: '1.5' }, '--seconds must be a whole number from 1 to 600'],
    [{ hz: '1e9' }, '--hz must be a whole number from 1 to 999'],
    [{ engine: 'magic' }, '--engine must be one of auto, async-profiler, perf, bpftrace, jfr'],
    [{ events: 'cpu,time,day' }, /: --events must be one of cpu, wall, [a-z, -]*[.]$/],
    [{ engine: 'magic' }, /bpftrace, jfr, not magic[.]$/],
    [{ events: 'cpu,foo' }, /, io, not foo[.]$/],
    [{ events: 'cpu,time,day,time' }, /, io, not time, day[.]$/],
    [{ events: '\u001b' }, /, io, not \\u\{1b\}[.]$/],
    [{ events: 'cpu,wall,alloc,lock,io' }, '--events takes at most 4'],
    [{ from: 'moon' }, '--from must be one of auto, host, helper'],
    [{ scope: 'all' }, '--scope must be one of jvm, container, host'],
  ])('refuses a value with the allowed ones: %j', (values, message) => {
    expect(() => readCaptureOptions(values)).toThrow(message)
  })
})
