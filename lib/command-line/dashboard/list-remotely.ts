import { z } from 'zod'
import { problemSchema, type Target, targetSchema } from '../../contract.ts'
import { problemFromData } from '../../errors.ts'
import type { Dashboard } from './dashboard.ts'
import { plainText } from '../plain-text.ts'

const snapshotSchema = z.object({
  targets: z.array(targetSchema),
  collector: z.object({ problem: problemSchema.nullable() }),
})

/** The JVMs that a dashboard sees. Throws: the Problem it explains. */
export async function listRemotely(
  dashboard: Dashboard,
  { stderr }: { stderr: { write(text: string): unknown } },
): Promise<Target[]> {
  const { targets, collector } = await dashboard.call('/api/v1/targets', { answer: snapshotSchema })
  if (collector.problem) stderr.write(`${plainText(problemFromData(collector.problem).message)}\n`)
  return targets
}
