import { expect, test } from 'vitest'
import type { Capture } from '../../contract/capture.ts'
import { sampleCapture, sampleTarget } from '../../testing/samples.ts'
import type { CollectorClient } from '../../collector/client/client.ts'
import { save } from './record.ts'

const running = sampleCapture({
  id: 'beef'.padEnd(32, '1'),
  state: 'recording',
})
const second = sampleCapture({
  id: 'beef'.padEnd(32, '2'),
  state: 'recording',
})

async function run(name: string, captures: readonly Capture[], write: (text: string) => void = () => undefined) {
  const calls: unknown[] = []
  const call = async (verb: string, request: unknown) => {
    calls.push([verb, request])
    if (verb === 'listCaptures') return captures
    return verb === 'listTargets' ? [sampleTarget()] : captures[0]
  }
  const collector = { call } as unknown as CollectorClient
  const streams = { stdout: { write } } as never
  await save([name], { collector, linkTo: ({ id }) => `/captures/${id}` }, streams)
  return calls.at(-1)
}

test('hearth save takes the beginning of a capture’s id, and lists what fits by 8 digits of each', async () => {
  expect(await run('beef', [running])).toEqual(['saveCapture', { captureId: running.id, endedBy: 'command line' }])
  await expect(run('beef', [running, second])).rejects.toMatchObject({
    facts: {
      what: expect.stringMatching(/^2 captures fit, use an id: beef1111 .*, beef2222 /) as string,
    },
  })
  await expect(run('bee', [running])).rejects.toMatchObject({
    code: 'no-such-jvm',
  })
})

test('hearth save names the person who began the capture that it ends, and of several each', async () => {
  const outputOf = async (requestedBy: string) => {
    let output = ''
    await run('beef', [{ ...running, requestedBy }], (text) => (output += text))
    return output
  }
  expect(await outputOf('a\x1bnn')).toMatch(/: saving the recording, which a\\u\{1b\}nn began\. It will be at /)
  expect(await outputOf('command line')).toMatch(/: saving the recording\. It will be at /)
  await expect(run('beef', [running, { ...second, requestedBy: 'ann' }])).rejects.toMatchObject({
    facts: {
      what: expect.stringMatching(/beef1111 \(.*begun by owner\), beef2222 \(.*begun by ann\)$/) as string,
    },
  })
})
