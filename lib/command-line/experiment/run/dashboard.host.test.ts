/** An experiment beside a dashboard that really runs. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Experiment, experimentSchema } from '../../../contract/experiments.ts'
import { ensureImage } from '../../../testing/hosts/containers.ts'
import { writeShopExperiment } from '../../../testing/hosts/shop-experiment.ts'
import { startTestCollector } from '../../../testing/hosts/test-collector.ts'
import { startWebProgram } from '../../../testing/hosts/web-program.ts'
import { waitUntil } from '../../../testing/wait-until.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

test('the dashboard has the runs of an experiment, their CPU time and their profiles', async () => {
  const image = await ensureImage('scratch-jdk17')
  await using collector = await startTestCollector()
  await using web = await startWebProgram(collector.runDirectory)
  const directory = fs.mkdtempSync('/var/tmp/hearth-experiment-')
  try {
    writeShopExperiment(directory, image)
    const { port } = new URL(web.url)
    const more = { HEARTH_RUN: collector.runDirectory, HEARTH_DATA: web.dataDirectory, HEARTH_PORT: port }
    const ran = promisify(execFile)(process.execPath, [main, 'experiment', 'run', directory], {
      env: { ...process.env, ...more },
    })
    const { stderr } = await ran
    const link = /The dashboard shows it: (http:\S+)\/experiments\/(\w{8})$/m.exec(stderr)
    expect(link?.[1]).toBe(web.url)
    const headers = { authorization: `Bearer ${await web.token(['read'])}` }
    const experiment = await waitUntil('its profile is in the library', async (): Promise<Experiment | null> => {
      const answer = await fetch(`${web.url}/api/v1/experiments/${link![2]}`, { headers })
      const found = experimentSchema.parse(await answer.json())
      return (found.runs[0]?.profiles.length ?? 0) > 0 ? found : null
    })
    expect(experiment).toMatchObject({
      name: 'shop',
      state: 'ended',
      runs: [{ marks: [], profiles: [{ event: 'cpu' }] }],
    })
    const { cpuSeconds, load: results } = experiment.runs[0]!
    expect(cpuSeconds).toBeGreaterThan(0)
    expect(results!.requests).toBeGreaterThan(10)
  } finally {
    await promisify(execFile)(process.execPath, [main, 'experiment', 'clean', directory])
    fs.rmSync(directory, { recursive: true })
  }
}, 400_000)
