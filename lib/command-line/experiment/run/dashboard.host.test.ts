/** An experiment beside a dashboard that really runs. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Experiment, experimentSchema } from '../../../contract/experiments.ts'
import { ensureImage } from '../../../testing/hosts/containers.ts'
import { startTestCollector } from '../../../testing/hosts/test-collector.ts'
import { startWebProgram } from '../../../testing/hosts/web-program.ts'
import { waitUntil } from '../../../testing/wait-until.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** One customer; each request is a line of a JTL on standard output. */
const customer = `
const [url, seconds] = process.argv.slice(2)
const end = Date.now() + Number(seconds) * 1000
console.log('timeStamp,elapsed,label,responseCode,success')
while (Date.now() < end) {
  const start = Date.now()
  const answer = await fetch(url + '/health')
  await answer.text()
  console.log([start, Date.now() - start, 'health', answer.status, answer.ok].join(','))
}
`

test('the dashboard has the runs of an experiment, their CPU time and their profiles', async () => {
  const image = await ensureImage('scratch-jdk17')
  await using collector = await startTestCollector()
  await using web = await startWebProgram(collector.runDirectory)
  const directory = fs.mkdtempSync('/var/tmp/hearth-experiment-')
  try {
    fs.writeFileSync(
      join(directory, 'compose.yaml'),
      `services: { shop: { image: '${image}', ports: ['8080:8080'] } }\n`,
    )
    fs.writeFileSync(join(directory, 'customer.mjs'), customer)
    const load = `['${process.execPath}', customer.mjs, 'http://127.0.0.1:\${PORT_8080}', '12']`
    fs.writeFileSync(
      join(directory, 'experiment.yaml'),
      `{ name: shop, service: shop, repetitions: 1, most_other_work_percent: 100, warm_up: { seconds: 1 }, capture: { seconds: 2 },
         ready: { url: 'http://localhost:8080/health' },
         load: { seconds: 12, command: ${load}, results: { format: jtl } } }\n`,
    )
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
