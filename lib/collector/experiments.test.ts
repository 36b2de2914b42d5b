import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeShopExperiment } from '../testing/hosts/shop-experiment.ts'
import { createExperimentCommands } from './experiments.ts'

// Each look at the directory starts a program.
vi.setConfig({ testTimeout: 60_000 })

test('an experiment that is stopped while its directory is still checked does not start', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-experiments-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeShopExperiment(directory, 'none')
  const onChange = vi.fn()
  const experiments = createExperimentCommands([directory], onChange)
  const [shown] = await experiments.list()
  expect(shown).toMatchObject({ problem: null, plan: { name: 'shop' } })

  const started = experiments.start(1, { action: 'run', digest: shown!.plan!.digest }, 'olga')
  const stopped = experiments.stop(1)
  expect(onChange).toHaveBeenCalledTimes(1)
  // As after Ctrl-C.
  const lastEnd = { exitCode: 130, at: expect.any(Number) as number, message: '' }
  expect(await started).toEqual({ ...shown, lastEnd })
  expect(onChange).toHaveBeenCalledTimes(2)
  await stopped
  expect(await experiments.list()).toEqual([{ ...shown, lastEnd }])
})
