/**
 * `hearth blocks` and `hearth unblock`: engines that Hearth no longer uses on an image, since a JVM of it died soon
 * after one.
 */
import { parseArgs } from 'node:util'
import type { CollectorClient } from '../../collector/client/client.ts'
import { getEngineLabel } from '../../contract/engines.ts'
import { isIdBeginning, leastIdDigits, shortId } from '../../contract/ids.ts'
import { formatMoment } from '../../contract/profile-title.ts'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from '../streams.ts'
import { formatTable } from '../plain-text.ts'

export const blocksUsage = `hearth blocks [--json]

Lists the blocked engines. An engine is blocked on an image (outside containers on a main class) when a JVM of it died
within a minute after the engine was used.
`

export const unblockUsage = `hearth unblock ID

Lets an engine be used again. ID is what \`hearth blocks\` shows; its first ${leastIdDigits} digits or more are enough.
`

/** Gives the exit code. Throws: Problem. */
export async function blocks(
  args: readonly string[],
  collector: CollectorClient,
  { stdout }: CommandStreams,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const all = await collector.call('listBlocks', {})
  if (values.json === true) stdout.write(`${JSON.stringify(all, null, 2)}\n`)
  else if (all.length === 0) stdout.write('No engine is blocked.\n')
  else {
    const rows = all.map(({ id, engine, label, at, reason }) => [
      shortId(id),
      getEngineLabel(engine),
      label,
      formatMoment(at),
      reason,
    ])
    stdout.write(formatTable([['ID', 'ENGINE', 'ON', 'SINCE', 'WHY'], ...rows]))
  }
  return 0
}

/** Gives the exit code. Throws: Problem. */
export async function unblock(
  args: readonly string[],
  collector: CollectorClient,
  { stdout }: CommandStreams,
): Promise<number> {
  const [blockId, ...more] = args
  if (blockId === undefined || more.length > 0)
    throw new Problem('invalid-request', { what: 'name one block by its id, which `hearth blocks` shows' })
  if (blockId.length < leastIdDigits) {
    throw new Problem('invalid-request', {
      what: `give at least ${leastIdDigits} digits of the block's id, which \`hearth blocks\` shows`,
    })
  }
  const fitting = (await collector.call('listBlocks', {})).filter(({ id }) => isIdBeginning(blockId, id))
  if (fitting.length === 0) throw new Problem('not-found', { what: 'block' })
  if (fitting.length > 1)
    throw new Problem('invalid-request', { what: 'several blocks begin with these digits: give more of them' })
  const [{ id, engine, label }] = fitting as [(typeof fitting)[number]]
  await collector.call('clearBlock', { blockId: id })
  stdout.write(formatTable([[`${getEngineLabel(engine)} may be used again on ${label}.`]]))
  return 0
}
