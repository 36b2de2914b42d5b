import { describe, expect, test } from 'vitest'
import type { Capture, CaptureRequest } from '../../contract/capture.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { Problem } from '../../errors.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { sampleCapture, sampleSummary, sampleTarget } from '../../testing/samples.ts'
import { captureRemotely } from './capture-remote.ts'
import type { Dashboard } from './dashboard.ts'

const baseline = sampleSummary({ id: 'b'.repeat(32), event: 'cpu' })
const idOf = { cpu: '1'.repeat(32), alloc: '2'.repeat(32) }
const known = new Map<string, ProfileSummary>([
  [baseline.id, baseline],
  [idOf.cpu, sampleSummary({ id: idOf.cpu, event: 'cpu' })],
  [idOf.alloc, sampleSummary({ id: idOf.alloc, event: 'alloc', unit: 'bytes' })],
])

/** A dashboard that captures at once, and like the real one compares no bytes with samples. */
function run(...args: string[]) {
  const requests: string[] = []
  const compare = (after: ProfileSummary, before: ProfileSummary | undefined) => {
    if (!before) throw new Problem('nothing-to-compare', { service: 'shop', event: after.event })
    if (before.unit !== after.unit) throw new Problem('not-comparable', { reason: 'one counts bytes' })
    return { before, after, power: '', warnings: [], functions: [] }
  }
  const captureOf = (request: CaptureRequest): Capture =>
    sampleCapture({
      ...{ request, state: 'done' },
      // async-profiler gives them in an order of its own.
      profiles: [...request.events].reverse().map((event) => ({ event, profileId: idOf[event as 'cpu'] })),
    })
  const call = async (path: string, { method = 'GET', body }: { method?: string; body?: CaptureRequest }) => {
    requests.push(`${method} ${path.slice('/api/v1'.length)}`)
    if (path === '/api/v1/targets') return { targets: [sampleTarget()], collector: { problem: null } }
    if (path === '/api/v1/captures') return captureOf(body!)
    if (path.startsWith('/api/v1/profiles?id=bbbb')) return { profiles: [baseline], count: 1 }
    const [, id, compared] = /^\/api\/v1\/profiles\/(\w+)(?:\/comparison\?baseline=([\w-]+).*)?$/.exec(path)!
    const found = known.get(id!)
    if (!found) throw new Problem('not-found', { what: 'profile' })
    return compared === undefined ? found : compare(found, known.get(compared))
  }
  let said = ''
  const streams = {
    stdin: chunksOf(''),
    stdout: { write: (more: Uint8Array | string) => void (said += String(more)) },
    stderr: { write: () => undefined },
  }
  const dashboard = { url: 'http://host:7117', call } as unknown as Dashboard
  const done = captureRemotely(['shop', '--json', ...args], dashboard, streams, new AbortController().signal)
  return {
    done,
    asked: requests,
    told: () => JSON.parse(said) as { comparisons: { before: ProfileSummary; after: ProfileSummary }[] },
  }
}
const isCapture = (request: string) => request === 'POST /captures'

describe('a capture that is compared with a profile', () => {
  test('is compared by the event of that profile, whatever else it captured', async () => {
    const { done, told: output } = run('--events=cpu,alloc', `--compare-to=${baseline.id}`)
    expect(await done).toBe(0)
    expect(output().comparisons.map(({ after }) => after.id)).toEqual([idOf.cpu])
  })

  test('is compared with a profile that is named by the beginning of its id', async () => {
    const { done, told: output } = run('--events=cpu', '--compare-to=bbbb')
    expect(await done).toBe(0)
    expect(output().comparisons.map(({ before }) => before.id)).toEqual([baseline.id])
  })

  test('is not begun for an event that the profile is not of', async () => {
    const { done, asked: requests } = run('--events=alloc', `--compare-to=${baseline.id}`)
    await expect(done).rejects.toMatchObject({
      code: 'not-comparable',
      facts: { reason: 'the baseline is of CPU, which is not to be captured' },
    })
    expect(requests.filter(isCapture)).toEqual([])
  })

  test('is not begun when there is no such profile', async () => {
    const { done, asked: requests } = run(`--compare-to=${'f'.repeat(32)}`)
    await expect(done).rejects.toMatchObject({ code: 'not-found' })
    expect(requests.filter(isCapture)).toEqual([])
  })
})

test('a capture that is compared with the last deploy is compared by each of its events', async () => {
  const { done, asked: requests } = run('--events=cpu,alloc', '--compare-to=last-deploy', '--allow-no-baseline')
  expect(await done).toBe(0)
  expect(requests.filter((request) => request.includes('baseline=last-deploy'))).toHaveLength(2)
})
