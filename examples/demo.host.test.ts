import { execFileSync } from 'node:child_process'
import Docker from 'dockerode'
import { afterAll, expect, test } from 'vitest'
import { demoStateSchema } from '../lib/contract/health.ts'
import { asyncProfilerForTests } from '../lib/testing/hosts/async-profiler.ts'
import { startTestCollector } from '../lib/testing/hosts/test-collector.ts'
import { waitUntil } from '../lib/testing/wait-until.ts'

const program = new URL('demo.ts', import.meta.url).pathname
const docker = new Docker()

function runDemo(action: string) {
  const printed = execFileSync(process.execPath, [program, action, '--json'], { encoding: 'utf8' })
  return printed
    .trim()
    .split('\n')
    .map((line) => demoStateSchema.parse(JSON.parse(line)))
}

afterAll(() => void runDemo('stop'))

test('the demo is three containers of an ordinary user without a way out, which the recommended engine records', async () => {
  expect(runDemo('start').at(-1)).toMatchObject({ state: 'running', problem: null })
  const filters = { label: ['hearth.demo'] }
  const containers = await docker.listContainers({ filters })
  expect(containers.map(({ Names }) => Names[0]).sort()).toEqual([
    '/hearth-demo-shop',
    '/hearth-demo-shop-load',
    '/hearth-demo-shop-slow',
  ])
  for (const { Id } of containers) {
    const { Config, HostConfig } = await docker.getContainer(Id).inspect()
    expect(Config.User).toBe('65532:65532')
    expect(HostConfig).toMatchObject({ Privileged: false, PortBindings: {}, RestartPolicy: { Name: 'no' } })
  }
  const [network] = await docker.listNetworks({ filters })
  expect(network).toMatchObject({ Name: 'hearth-demo', Internal: true })
  expect(runDemo('status').at(-1)?.state).toBe('running')
  const text = execFileSync(process.execPath, [program, 'status'], { encoding: 'utf8' })
  expect(text).toBe('3 containers run; `npm run demo -- stop` removes it\n')

  await using collector = await startTestCollector({ env: { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() } })
  const target = await waitUntil('the slow shop has customers', async () =>
    (await collector.client.call('listTargets', {})).find(
      ({ container, cpuPercent }) => container?.name === 'hearth-demo-shop-slow' && (cpuPercent ?? 0) > 5,
    ),
  )
  for (const event of ['cpu', 'alloc'] as const) {
    const report = await collector.client.call('examineTarget', { targetId: target.id })
    const [recommended] = report.plans.find((one) => one.event === event)!.plans
    expect(recommended, event).toEqual({ engine: 'async-profiler', vantage: 'host' })
    const capture = await collector.end((await collector.start(target, { events: [event], seconds: 2 })).id)
    expect(capture, event).toMatchObject({ plan: recommended, fallbacks: [], problem: null })
  }

  expect(runDemo('stop').at(-1)?.state).toBe('stopped')
  expect(await docker.listContainers({ all: true, filters })).toEqual([])
  expect(await docker.listNetworks({ filters })).toEqual([])
})
