import { describe, expect, test } from 'vitest'
import type { NewShare } from '../../contract/shares.ts'
import { sampleSummary } from '../../testing/samples.ts'
import type { Dashboard } from './dashboard.ts'
import { readShareOptions, shareRemotely } from './share-remote.ts'

const [id, other] = ['a'.repeat(32), 'b'.repeat(32)]

const run = (...args: string[]) => runAt('host:7117', args)

async function runAt(host: string, args: readonly string[], named?: string) {
  const calls: { path: string; body: NewShare }[] = []
  const dashboard = {
    call: async (path: string, { body }: { body?: NewShare }) => {
      if (body === undefined) {
        const isOther = path.includes('?id=bbbb')
        return { profiles: [sampleSummary({ id: isOther ? other : id })], count: 1 }
      }
      calls.push({ path, body })
      return {
        share: { audience: body.audience, expiresAt: Date.UTC(2026, 11, 4) },
        url: `http://${host}/s/token`,
        embedUrl: null,
      }
    },
  } as unknown as Dashboard
  let [output, errorOutput] = ['', '']
  const streams = {
    stdout: { write: (text: string | Uint8Array) => void (output += String(text)) },
    stderr: { write: (text: string) => void (errorOutput += text) },
  }
  expect(await shareRemotely(readShareOptions(args), dashboard, streams, named)).toBe(0)
  return { sent: calls[0]!, output, errorOutput }
}

describe('hearth share', () => {
  test('creates a link for members that expires in a week, and prints it', async () => {
    const { sent, output, errorOutput } = await run(id)
    expect(sent).toEqual({
      path: `/api/v1/profiles/${id}/shares`,
      body: { expiresInDays: 7, audience: 'members', redaction: null, embeddable: false, baselineId: null },
    })
    expect(output).toBe('http://host:7117/s/token\n')
    expect(errorOutput).toBe('People who sign in to this Hearth can open it until 2026-12-04 00:00 UTC.\n')
  })

  test('creates a public, redacted link with the given expiry', async () => {
    const { sent, errorOutput } = await run('--public', '--days=30', '--hide=methods,places', id)
    expect(sent.body).toMatchObject({
      ...{ expiresInDays: 30, audience: 'public' },
      redaction: { keepPackages: [], threads: false, places: true },
    })
    expect(errorOutput).toContain('Anyone who has it')
  })

  test('keeps the view and the baseline of a link', async () => {
    const { sent, output } = await run(`http://host:7117/profiles/${id}?baseline=${other}&q=Cart`)
    expect(sent.body.baselineId).toBe(other)
    expect(output).toMatch(/^http:\/\/host:7117\/s\/token\?.*Cart/)
    expect(output).not.toContain(other)
  })

  test('takes the beginning of an id, of the profile and of its baseline', async () => {
    const { sent } = await run('aaaa', '--baseline=bbbb')
    expect(sent.path).toBe(`/api/v1/profiles/${id}/shares`)
    expect(sent.body.baselineId).toBe(other)
  })

  test('refuses a comparison of a profile with itself, also by the beginning of its id', async () => {
    for (const args of [
      [id, `--baseline=${id}`],
      ['aaaa', `--baseline=${id}`],
      [`http://h/profiles/${id}?baseline=${id}`],
    ])
      await expect(run(...args)).rejects.toThrow('--baseline is the profile itself: name another one')
  })

  test('takes the link of a comparison of two parts of one recording', async () => {
    const { sent, output } = await run(`http://host:7117/profiles/${id}?baseline=${id}&f=time:5000-9000&bf=time:0-5000`)
    expect(sent.body.baselineId).toBe(id)
    expect(output).toMatch(/bf=time/)
  })

  test.each([
    [undefined, 'It opens on this machine alone: docs/sharing.md says how others get one.'],
    [
      'http://127.0.0.1:7117',
      'It opens on this machine alone, as HEARTH_URL has it: set one by which others reach the dashboard.',
    ],
  ])('a link to this machine says how others get one, with HEARTH_URL %s', async (named, note) => {
    const { errorOutput } = await runAt('127.0.0.1:7117', [id], named)
    expect(errorOutput.split('\n').at(-2)).toBe(note)
  })

  test.each([[[]], [[id, other]], [['--days=31', id]], [['--days=x', id]], [['--hide=all', id]], [['shop']]])(
    'refuses %j',
    (args) => {
      expect(() => readShareOptions(args)).toThrow()
    },
  )

  test('names what can be hidden, and what was asked for', () => {
    expect(() => readShareOptions(['--hide=methods,all', id])).toThrow('--hide takes methods, threads, places, not all')
  })
})
