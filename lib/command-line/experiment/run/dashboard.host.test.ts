/** Experiments beside a dashboard that really runs. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { functionChangesSchema } from '../../../contract/experiment-functions.ts'
import { shownExperimentSchema } from '../../../contract/experiments.ts'
import { listMeasured } from '../../../contract/summarise-runs.ts'
import { mean } from '../../../profile/statistics/averages.ts'
import { asyncProfilerForTests } from '../../../testing/hosts/async-profiler.ts'
import { ensureImage } from '../../../testing/hosts/containers.ts'
import { writeShopExperiment } from '../../../testing/hosts/shop-experiment.ts'
import { startTestCollector } from '../../../testing/hosts/test-collector.ts'
import { startWebProgram } from '../../../testing/hosts/web-program.ts'
import { isFullTier } from '../../../testing/tier.ts'
import { waitUntil } from '../../../testing/wait-until.ts'

vi.setConfig({ testTimeout: 600_000 })

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

type Shown = ReturnType<typeof shownExperimentSchema.parse>
/** Answers a path of the API below the experiment's. */
type Ask = (path: string) => Promise<unknown>

/** Runs the experiment that `write` puts into a directory; `look` gets it when all profiles are in the library. */
async function runBesideDashboard(
  write: (directory: string, image: string) => void,
  look: (experiment: Shown, ask: Ask) => Promise<void> | void,
): Promise<void> {
  const image = await ensureImage('scratch-jdk17')
  await using collector = await startTestCollector({ env: { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() } })
  await using web = await startWebProgram(collector.runDirectory)
  const directory = fs.mkdtempSync('/var/tmp/hearth-experiment-')
  try {
    write(directory, image)
    const { port } = new URL(web.url)
    const more = { HEARTH_RUN: collector.runDirectory, HEARTH_DATA: web.dataDirectory, HEARTH_PORT: port }
    const ran = promisify(execFile)(process.execPath, [main, 'experiment', 'run', directory], {
      env: { ...process.env, ...more },
    })
    const { stderr } = await ran
    const link = /The dashboard shows it: (http:\S+)\/experiments\/(\w{8})$/m.exec(stderr)
    expect(link?.[1]).toBe(web.url)
    const headers = { authorization: `Bearer ${await web.token(['read'])}` }
    const ask: Ask = async (path) =>
      (await fetch(`${web.url}/api/v1/experiments/${link![2]}${path}`, { headers })).json()
    const experiment = await waitUntil('all profiles are in the library', async () => {
      const found = shownExperimentSchema.parse(await ask(''))
      return found.runs.every(({ profiles }) => profiles.length > 0) ? found : null
    })
    await look(experiment, ask)
  } finally {
    await promisify(execFile)(process.execPath, [main, 'experiment', 'clean', directory])
    fs.rmSync(directory, { recursive: true })
  }
}

test('the dashboard has the runs of an experiment, their CPU time and their profiles', async () => {
  await runBesideDashboard(writeShopExperiment, (experiment) => {
    expect(experiment).toMatchObject({
      name: 'shop',
      state: 'ended',
      runs: [{ marks: [], profiles: [{ event: 'cpu' }] }],
    })
    const { cpuSeconds, load: results } = experiment.runs[0]!
    expect(cpuSeconds).toBeGreaterThan(0)
    expect(results!.requests).toBeGreaterThan(10)
  })
})

/** Each line is priced once. */
const order = {
  ...{ mail: 'ada@example.com', postcode: '10115' },
  lines: Array.from({ length: 4 }, (_, at) => ({ sku: `LAMP-${String(at * 8).padStart(5, '0')}` })),
}
// C2 would compile for most of a load, and that is CPU time of requests, too: the more of each, the fewer there are.
const pricedBy = (pricing: string) => ({
  env: { SHOP_PRICING: pricing, JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1' },
})
const pricings = { index: pricedBy('index'), scan: pricedBy('scan') }

test.runIf(isFullTier)('names the method of a planted bug, and what it costs each request within 10%', async () => {
  const keys = {
    variables: { pricing: pricings },
    ...{ repetitions: 4, warm_up: { seconds: 4 }, capture: { seconds: 8 } },
  }
  const load = { path: '/checkout', body: order, seconds: 16, keys }
  await runBesideDashboard(
    (directory, image) => writeShopExperiment(directory, image, load),
    async ({ runs, configurations, effects }, ask) => {
      expect(runs.map(({ marks }) => marks)).toEqual(Array.from({ length: 8 }, () => []))
      const costOf = (pricing: string) => {
        const { number } = configurations.find(({ values }) => values['pricing'] === pricing)!
        const ofIt = runs.filter(({ configuration }) => configuration === number)
        return mean(listMeasured(ofIt, 'cpuMs'))
      }
      const planted = costOf('scan') - costOf('index')
      const [effect, ...others] = effects
      expect(others).toEqual([])
      expect(effect).toMatchObject({ variable: 'pricing', from: 'index', to: 'scan' })
      expect(effect!.measures.cpuMs).toMatchObject({ isSignificant: true })
      expect(effect!.measures.perSecond).toMatchObject({ isSignificant: true })
      const answer = functionChangesSchema.parse(await ask('/functions?variable=pricing&from=index&to=scan'))
      const [first] = answer.result!.changes
      expect(first!.mostlyIn).toBe('shop.pricing.PriceRules.findWinningRule')
      const found = first!.total.after - first!.total.before
      expect(found).toBeGreaterThan(planted * 0.9)
      expect(found).toBeLessThan(planted * 1.1)
    },
  )
})
