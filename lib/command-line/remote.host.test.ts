/** The command line with a real dashboard: a collector, the built web program, JVMs in containers. */
import { execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../contract/capture.ts'
import type { Comparison } from '../contract/comparisons.ts'
import { runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { startWebProgram, type WebProgram } from '../testing/hosts/web-program.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const run = promisify(execFile)
const service = { 'com.docker.compose.project': 'pipeline', 'com.docker.compose.service': 'shop' }

let collector: TestCollector
let web: WebProgram
/** The release before, and the slow one: one service, two images. */
let before: TestContainer
let after: TestContainer
let token = ''
beforeAll(async () => {
  collector = await startTestCollector()
  web = await startWebProgram(collector.runDirectory)
  token = await web.token(['read', 'capture'])
  before = await runContainer({ image: 'debian-jdk17', labels: service })
  after = await runContainer({ image: 'scratch-jdk17', labels: service, env: { SHOP_PRICING: 'scan' } })
})
afterAll(async () => {
  await before?.stop()
  await after?.stop()
  await web?.[Symbol.asyncDispose]()
  await collector?.[Symbol.asyncDispose]()
})

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  ...{ HEARTH_RUN: '/run/hearth-nobody-is-here', HEARTH_URL: web.url, HEARTH_TOKEN: token },
  ...more,
})

/** Never rejects: returns the output and the exit code. */
async function hearth(args: string[], more: Record<string, string> = {}) {
  try {
    const { stdout, stderr } = await run(process.execPath, [main, ...args], {
      env: environment(more),
      maxBuffer: 2 ** 26,
    })
    return { exitCode: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { exitCode: code, stdout, stderr }
  }
}
interface CaptureOutput {
  readonly capture: Capture
  readonly profiles: { event: string; id: string; url: string }[]
  readonly comparisons: (Comparison & { url: string; crossed: { condition: string; functions: string[] }[] })[]
}
const ask = async <Answer>(path: string) =>
  (await (await fetch(`${web.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Answer
let baseline = ''

test('list shows the JVMs of the dashboard', async () => {
  const name = before.name
  await waitUntil('both are listed', async () => (await hearth(['list'])).stdout.includes(name), 60_000)
  expect((await hearth(['list', '--json'])).exitCode).toBe(0)
})

test('the first release has no baseline, which is a failure without --allow-no-baseline', async () => {
  const args = ['capture', before.name, '--compare-to=last-deploy', '--fail-if=+5% shop']
  const refused = await hearth([...args, '--seconds=2'])
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining('There is no profile of pipeline/shop (CPU)') as string,
  ])
  const allowed = await hearth([...args, '--seconds=15', '--allow-no-baseline', '--json'])
  expect(allowed.exitCode).toBe(0)
  const { profiles, comparisons } = JSON.parse(allowed.stdout) as CaptureOutput
  expect(comparisons).toEqual([])
  expect(profiles).toMatchObject([{ event: 'cpu', url: `${web.url}/profiles/${profiles[0]!.id}` }])
  baseline = profiles[0]!.id
})

test('a slow release exceeds the threshold: exit code 3, and the slower method by name', async () => {
  const args = ['capture', after.name, '--seconds=15', '--compare-to', 'last-deploy', '--fail-if', '+5% shop']
  const { exitCode, stdout, stderr } = await hearth([...args, '--json'])
  expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/recording[^]*Profile http/) as string])
  const { comparisons, capture } = JSON.parse(stdout) as CaptureOutput
  expect(capture).toMatchObject({ state: 'done', requestedBy: expect.stringMatching(/^token /) as string })
  expect(comparisons).toHaveLength(1)
  const [{ crossed, before: side, url }] = comparisons as [CaptureOutput['comparisons'][number]]
  expect(side.imageDigest).not.toBe(capture.target.imageDigest)
  expect(crossed[0]!.functions.join()).toMatch(/PriceRules/)
  expect(url).toContain(`?baseline=${side.id}`)

  const both = [side.id, `${web.url}/profiles/${capture.profiles[0]!.profileId}`, '--fail-if=+5%']
  const text = await hearth(['compare', ...both])
  expect([text.exitCode, text.stdout]).toEqual([3, expect.stringMatching(/^FAILED \+5%: /m) as string])
  const itself = await hearth(['compare', side.id, side.id])
  expect([itself.exitCode, itself.stderr]).toEqual([
    2,
    expect.stringContaining('are the same profile: name another') as string,
  ])

  // On the host of the dashboard the command needs neither address nor token.
  const here = { HEARTH_URL: '', HEARTH_TOKEN: '', HEARTH_DATA: web.dataDirectory, HEARTH_PORT: new URL(web.url).port }
  expect(await hearth(['compare', ...both], here)).toMatchObject({ exitCode: 3, stdout: text.stdout })
  const captured = await hearth(['capture', after.name, '--seconds=2', '--compare-to', side.id, '--json'], here)
  expect(captured).toMatchObject({ exitCode: 0 })
  expect((JSON.parse(captured.stdout) as CaptureOutput).comparisons).toMatchObject([{ before: { id: side.id } }])
  const merged = await hearth(['merge', side.id, capture.profiles[0]!.profileId], here)
  expect(merged.stdout).toContain(`  ${web.url}/profiles/`)
})

test('a capture without a comparison prints folded stacks, as on the host itself', async () => {
  const { exitCode, stdout } = await hearth(['capture', after.name, '--seconds=2'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/;shop\.[\w.$]+.* \d+\n/)
})

test('Ctrl-C cancels the capture on the dashboard', async () => {
  const child = spawn(process.execPath, [main, 'capture', after.name, '--seconds=60'], { env: environment() })
  let output = ''
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  await waitUntil('it records', () => output.includes('recording'), 60_000)
  child.kill('SIGINT')
  await waitUntil('it has ended', () => child.exitCode !== null, 30_000)
  expect([child.exitCode, output]).toEqual([130, expect.stringContaining('Cancelled.') as string])
  await waitUntil('it is cancelled there', async () => {
    const { captures } = await ask<{ captures: Capture[] }>('/captures')
    return captures[0]!.state === 'cancelled'
  })
})

test('a capture of another user is neither followed nor cancelled', async () => {
  const { id: targetId } = await collector.findTarget(await after.hostPid())
  const recorder = { targetId, mode: 'flight-recorder', seconds: 60, requestedBy: 'ada' } as const
  const { id } = await collector.client.call('startCapture', recorder)
  expect(await hearth(['capture', after.name, '--seconds=2'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /being captured already, begun by ada, with a flight recorder and not a timed capture/,
    ) as string,
  })
  expect(await collector.client.call('cancelCapture', { captureId: id })).toMatchObject({ state: 'cancelled' })
})

interface WrongUse {
  args: () => string[]
  exitCode: number
  message: string
  more?: Record<string, string>
}
test.each<WrongUse>([
  { args: () => ['capture', after.name, '--fail-if=+5%'], exitCode: 2, message: '--fail-if needs --compare-to' },
  {
    args: () => ['capture', after.name, '--compare-to=last-deploy', '--fail-if=5'],
    exitCode: 2,
    message: 'not of the form',
  },
  {
    args: () => ['capture', after.name, '--compare-to=yesterday'],
    exitCode: 2,
    message: "no profile's id or link",
  },
  { args: () => ['compare', baseline], exitCode: 2, message: 'missing AFTER' },
  { args: () => ['list'], exitCode: 2, message: 'HEARTH_TOKEN is not set', more: { HEARTH_TOKEN: '' } },
  { args: () => ['list'], exitCode: 2, message: 'HEARTH_URL is no http', more: { HEARTH_URL: 'ftp://x' } },
  { args: () => ['compare', 'a', 'b'], exitCode: 2, message: "a is no file, and no profile's id or link" },
  {
    args: () => ['compare', 'last-deploy', 'f'.repeat(32)],
    exitCode: 1,
    message: 'No dashboard of Hearth runs here: nothing listens at port 59999',
    more: { HEARTH_URL: '', HEARTH_PORT: '59999' },
  },
  { args: () => ['capture', 'no-such-jvm'], exitCode: 1, message: 'No JVM matches "no-such-jvm"' },
  {
    args: () => ['list'],
    exitCode: 1,
    message: 'This token is not valid or was revoked',
    more: { HEARTH_TOKEN: 'hearth_made-up' },
  },
  {
    args: () => ['list'],
    exitCode: 1,
    message: 'does not answer: ECONNREFUSED',
    more: { HEARTH_URL: 'http://127.0.0.1:59999' },
  },
  { args: () => ['compare', baseline, 'f'.repeat(32)], exitCode: 1, message: 'There is no such profile' },
])('ends with $exitCode and says "$message"', async ({ args, exitCode, message, more }) => {
  expect(await hearth(args(), more)).toMatchObject({ exitCode, stderr: expect.stringContaining(message) as string })
})

test('a token with the right "read" can list JVMs, and not capture', async () => {
  const reader = { HEARTH_TOKEN: await web.token(['read']) }
  expect((await hearth(['list'], reader)).exitCode).toBe(0)
  expect(await hearth(['capture', after.name, '--seconds=1'], reader)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('needs the right "capture"') as string,
  })
})
