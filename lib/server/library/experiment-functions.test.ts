import { expect, test } from 'vitest'
import { functionsQuerySchema } from '../../contract/experiment-functions.ts'
import type { Store } from '../../store/store.ts'
import { sampleExperiment } from '../../testing/samples.ts'
import { createFunctionChanges } from './experiment-functions.ts'

test.each([
  { variable: 'pricing', from: 'scan', to: 'scan' },
  { before: 1, after: 1 },
])('a comparison with itself is refused: %j', async (query) => {
  const experiment = { ...sampleExperiment(), id: 'e', runs: [] } as never
  const find = createFunctionChanges({ profiles: { find: async () => null } as unknown as Store['profiles'] })
  await expect(find(experiment, functionsQuerySchema.parse(query))).rejects.toMatchObject({ code: 'invalid-request' })
})
