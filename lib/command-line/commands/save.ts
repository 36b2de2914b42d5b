/** `hearth save`: ends a capture now and keeps what it has; a flight recorder goes on. */
import type { CollectorClient } from '../../collector/client.ts'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from './collapse.ts'
import { describeCapture } from '../follow-capture.ts'

export const saveUsage = `hearth save JVM

Ends the capture of a JVM now and keeps what it has. A flight recorder gives its last seconds and goes on.
JVM is the name of its container, its main class or the capture's id.
`

const endable = ['queued', 'checking', 'recording']

/** Gives the exit code. Throws: Problem. */
export async function save(
  args: readonly string[],
  collector: CollectorClient,
  { stdout }: CommandStreams,
): Promise<number> {
  const [name, ...more] = args
  if (name === undefined || more.length > 0) throw new Problem('invalid-request', { what: 'name one JVM' })
  const running = (await collector.call('listCaptures', {})).filter(
    ({ id, state, target }) =>
      endable.includes(state) && [id, target.containerName, target.mainClass, target.service].includes(name),
  )
  if (running.length === 0) throw new Problem('not-found', { what: 'capture of it under way' })
  if (running.length > 1) {
    const ids = running.map(({ id }) => id).join(', ')
    throw new Problem('invalid-request', { what: `${running.length} captures fit, use an id: ${ids}` })
  }
  stdout.write(`${describeCapture(await collector.call('saveCapture', { captureId: running[0]!.id }))}\n`)
  return 0
}
