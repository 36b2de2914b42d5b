/**
 * Experiments that the web program asks a real collector to start: by number, in directories that the operator named.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ExperimentDirectory } from '../contract/experiment-directories.ts'
import { ensureImage } from '../testing/hosts/containers.ts'
import { processesWith } from '../testing/hosts/left-behind.ts'
import { writeShopExperiment } from '../testing/hosts/shop-experiment.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'
import { waitUntil } from '../testing/wait-until.ts'

vi.setConfig({ testTimeout: 400_000 })

let root: string
let directory: string
let collector: TestCollector
let experiment: string
beforeAll(async () => {
  const image = await ensureImage('scratch-jdk17')
  root = fs.mkdtempSync('/var/tmp/hearth-experiments-')
  directory = join(root, 'shop')
  fs.mkdirSync(directory)
  experiment = writeShopExperiment(directory, image)
  fs.mkdirSync(join(root, 'wrong'))
  fs.writeFileSync(join(root, 'wrong', 'experiment.yaml'), 'name: wrong\nservice: shop\nload: { seconds: none }\n')
  fs.symlinkSync(directory, join(root, 'linked'))
  const named = ['shop', 'gone', 'wrong', 'linked'].map((name) => join(root, name)).join(':')
  collector = await startTestCollector({ env: { HEARTH_EXPERIMENTS: named } })
})
afterAll(async () => {
  await collector[Symbol.asyncDispose]()
  fs.rmSync(root, { recursive: true })
})

const list = () => collector.client.call('listExperiments', {})
const shop = async (): Promise<ExperimentDirectory> => (await list())[0]!
const start = (found: ExperimentDirectory, action: 'run' | 'resume' = 'run') =>
  collector.client.call('startExperiment', {
    number: found.number,
    action,
    digest: found.plan!.digest,
    startedBy: 'olga',
  })

async function listContainers(): Promise<string[]> {
  const filter = `label=hearth.experiment=${hostname()}:${directory}`
  const { stdout } = await promisify(execFile)('docker', ['ps', '-aq', '--filter', filter])
  return stdout.split('\n').filter(Boolean)
}
const hasStarted = () => waitUntil('its container is there', async () => (await listContainers()).length > 0)
const hasEnded = () =>
  waitUntil(
    'it has ended',
    async () => {
      const found = await shop()
      return found.underWay === null && found.plan?.isUnderWay === false ? found : null
    },
    90_000,
  )

test('each directory has its plan, or what is wrong with it', async () => {
  const [one, gone, wrong, linked] = await list()
  expect(one).toMatchObject({
    ...{ number: 1, directory, problem: null, underWay: null, lastEnd: null },
    plan: { name: 'shop', runs: 1, seconds: { least: 12, most: 132 }, isUnderWay: false, series: null },
  })
  expect(gone).toMatchObject({ plan: null, problem: expect.stringContaining('there is no such directory') as string })
  expect(wrong).toMatchObject({
    plan: null,
    problem: expect.stringMatching(/wrong\/experiment\.yaml[^]*line 3, column \d+: load\.seconds/) as string,
  })
  // The same directory by another name is the same experiment.
  expect(linked).toMatchObject({ directory: join(root, 'linked'), plan: { digest: one!.plan!.digest } })
})

test('starts nothing that is not what was shown, or that the operator did not name', async () => {
  const shown = await shop()
  const before = fs.readdirSync(directory)
  fs.writeFileSync(join(directory, 'experiment.yaml'), experiment.replace('"seconds":12', '"seconds":5000'))
  await expect(start(shown)).rejects.toMatchObject({ code: 'experiment-changed' })
  fs.writeFileSync(join(directory, 'experiment.yaml'), experiment)
  for (const number of [2, 3, 5])
    await expect(start({ ...shown, number })).rejects.toMatchObject({
      code: number < 5 ? 'experiment-changed' : 'not-found',
    })
  // A link that leads elsewhere by now is another experiment.
  const elsewhere = join(root, 'elsewhere')
  fs.cpSync(directory, elsewhere, { recursive: true })
  fs.unlinkSync(join(root, 'linked'))
  fs.symlinkSync(elsewhere, join(root, 'linked'))
  await expect(start({ ...shown, number: 4 })).rejects.toMatchObject({ code: 'experiment-changed' })
  expect([await shop(), fs.readdirSync(directory)]).toEqual([shown, before])
})

test('is stopped as by Ctrl-C, ends with a collector that is killed, and goes on to its end after both', async () => {
  const shown = await shop()
  expect(await start(shown)).toMatchObject({ underWay: { action: 'run', startedBy: 'olga', isStopping: false } })
  await expect(start(shown)).rejects.toMatchObject({ code: 'experiment-running' })
  await hasStarted()
  expect(await shop()).toMatchObject({ plan: { isUnderWay: true, series: { endedRuns: 0 } } })
  const { underWay } = await collector.client.call('stopExperiment', { number: 1 })
  // On a busy host it may have ended by the time that its plan was read for the answer.
  expect(underWay?.isStopping ?? true).toBe(true)
  const stopped = await hasEnded()
  expect(stopped).toMatchObject({ lastEnd: { exitCode: 130 }, plan: { series: { left: [1] } } })
  expect(await listContainers()).toEqual([])

  await start(stopped, 'resume')
  await hasStarted()
  await collector.kill()
  await waitUntil(
    'nothing of it runs',
    async () => {
      const left = [...processesWith(`experiment resume ${directory}`), ...(await listContainers())]
      return left.length === 0
    },
    60_000,
  )
  await collector.restart()
  const interrupted = await shop()
  expect(interrupted).toMatchObject({ underWay: null, lastEnd: null, plan: { isUnderWay: false } })
  expect(interrupted.plan!.series).toEqual(stopped.plan!.series)

  await start(interrupted, 'resume')
  const ended = await hasEnded()
  expect(ended.lastEnd).toMatchObject({ exitCode: 0 })
  expect(ended.plan!.series).toEqual({ ...stopped.plan!.series, endedRuns: 1, left: [] })
})
