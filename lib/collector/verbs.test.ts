import { describe, expect, test } from 'vitest'
import { type Verb, verbs } from '../contract/verbs.ts'

const id16 = 'a'.repeat(16)
const id32 = 'a'.repeat(32)
/** Something every verb accepts, where it takes anything. */
const accepted: Record<Verb, object> = {
  listTargets: {},
  describeTarget: { targetId: id16 },
  examineTarget: { targetId: id16 },
  examinePod: { podId: id16 },
  startCapture: { targetId: id16, requestedBy: 'owner' },
  cancelCapture: { captureId: id32 },
  listCaptures: {},
  saveCapture: { captureId: id32 },
  reapCapture: { captureId: id32, profiles: [{ event: 'cpu', profileId: id32 }] },
  giveUpCapture: { captureId: id32, reason: 'its checksum is wrong' },
  readCleanup: { captureId: id32 },
  listBlocks: {},
  clearBlock: { blockId: id32 },
  health: {},
  startDemo: {},
  stopDemo: {},
  listExperiments: {},
  startExperiment: { number: 1, action: 'run', digest: 'a'.repeat(64) },
  stopExperiment: { number: 1 },
}
const names = Object.keys(verbs) as Verb[]

describe('what the collector takes from the web side', () => {
  test.each(names)('%s names things by opaque ids, never by a path, a PID or a command', (verb) => {
    const { input } = verbs[verb]
    expect(input.safeParse(accepted[verb]).success).toBe(true)
    for (const key of Object.keys(input.shape).filter((name) => name.endsWith('Id'))) {
      for (const hostile of ['../../etc/shadow', `${id32}\n`, `/${id16}`, `${id16};reboot`, '1', 1, null, [id32]]) {
        expect([hostile, input.safeParse({ ...accepted[verb], [key]: hostile }).success]).toEqual([hostile, false])
      }
    }
  })

  test.each(names)('%s passes nothing on that it does not know', (verb) => {
    const more = { command: 'reboot', path: '/etc/shadow', hostPid: 1, ['__proto__']: { isRoot: true } }
    const parsed = verbs[verb].input.parse(JSON.parse(JSON.stringify({ ...accepted[verb], ...more })))
    expect(Object.keys(parsed).filter((key) => key in more)).toEqual([])
  })

  test.each([{ event: 'cpu', profileId: '../x' }, { event: '../x', profileId: id32 }, { event: 'cpu' }])(
    'a profile named %j is refused',
    (profile) => {
      const { input } = verbs.reapCapture
      expect(input.safeParse({ captureId: id32, profiles: [profile] }).success).toBe(false)
      expect(input.safeParse({ captureId: id32, profiles: [] }).success).toBe(false)
    },
  )

  test.each([
    { seconds: 0 },
    { seconds: 601 },
    { seconds: 1.5 },
    { seconds: '30' },
    { seconds: NaN },
    { frequencyHz: 1000 },
    { frequencyHz: -1 },
    { frequencyHz: '99; reboot' },
    { events: ['cpu:u -o /etc/x'] },
    { events: [] },
    { events: ['cpu', 'wall', 'alloc', 'lock', 'io'] },
    { vantage: 'somewhere' },
    { scope: '/' },
    { mode: 'for ever' },
    { kernelFrames: 'yes' },
    { engine: 'other' },
    { requestedBy: 'x'.repeat(201) },
  ])('a capture with %j is refused, however the web side came to ask', (change) => {
    expect(verbs.startCapture.input.safeParse({ ...accepted.startCapture, ...change }).success).toBe(false)
  })
})
