import { describe, expect, test } from 'vitest'
import type { ProfileSummary } from '../../contract/profile.ts'
import { sampleSummary } from '../../testing/samples.ts'
import type { Dashboard } from './dashboard.ts'
import { completeProfileId, readBaseline, readProfileId } from './profile-id.ts'

const whole = 'ab12cd34'.padEnd(32, '0')
const hot = sampleSummary({ id: whole, service: 'demo/shop', name: 'night' })
const alike = sampleSummary({
  id: 'ab12cd34'.padEnd(32, '1'),
  service: 'demo/shop\u001b[2J',
  name: 'noon',
})

/** A library that answers as the dashboard does, or, `isOld`, as one that does not know the parameter. */
async function complete(text: string, profiles: readonly ProfileSummary[], isOld = false) {
  const asked: string[] = []
  const call = async (path: string) => {
    asked.push(path)
    const beginning = new URL(path, 'http://host').searchParams.get('id')!
    const found = isOld ? profiles : profiles.filter(({ id }) => id.startsWith(beginning))
    return {
      profiles: found,
      others: [],
      count: found.length,
      bytes: 1,
      next: null,
      facets: {},
    }
  }
  const id = await completeProfileId(readProfileId(text), {
    call,
  } as unknown as Dashboard)
  return { id, asked }
}

describe('a profile is named', () => {
  test('by its id or link, without a look into the library', async () => {
    expect(await complete(whole, [])).toEqual({ id: whole, asked: [] })
    expect(await complete(`http://host:7117/profiles/${whole}?x`, [])).toEqual({
      id: whole,
      asked: [],
    })
  })

  test('by the beginning of its id that no other has', async () => {
    const { id, asked } = await complete('ab12', [hot])
    expect([id, asked]).toEqual([whole, ['/api/v1/profiles?id=ab12&limit=5&choices=0']])
    expect((await complete('AB12CD34', [hot])).id).toBe(whole)
  })

  test('by a beginning that no profile has: a Problem says so, also of an older dashboard', async () => {
    await expect(complete('beef', [hot])).rejects.toThrow('No profile begins with "beef".')
    await expect(complete('beef', [hot], true)).rejects.toThrow('No profile begins with "beef".')
  })

  test('by a beginning that several have: a Problem lists them', async () => {
    await expect(complete('ab12', [hot, alike])).rejects.toMatchObject({
      facts: {
        what: expect.stringMatching(/^2 profiles begin with ab12, use more of the id: /) as string,
      },
    })
    const problem = await complete('ab12', [hot, alike]).catch((error: unknown) => String(error))
    expect(problem).toContain(`${hot.id} (`)
    expect(problem).toContain(`${alike.id} (`)
    expect(problem).not.toContain('\u001b')
  })

  test.each(['shop', 'ab1', 'ab12cd34g', whole + '0', ''])('not by %j', (text) => {
    expect(() => readProfileId(text)).toThrow("is no profile's id or link: ")
  })
})

test.each([
  [() => readBaseline('last'), "last is no profile's id or link: give last-deploy, or one of `hearth profiles`"],
  [() => readBaseline('ab1'), "ab1 is no profile's id or link: give last-deploy, or at least 4 digits of an id"],
  [() => readProfileId('shop'), "shop is no profile's id or link: give one of `hearth profiles`"],
  [() => readProfileId('ab1'), "ab1 is no profile's id or link: give at least 4 digits of an id"],
])('what is no profile is refused with the words that are taken: %s', (read, what) => {
  expect(read).toThrow(what)
})

test('a baseline may be the last deploy, which is no id', async () => {
  expect(readBaseline('last-deploy')).toBe('last-deploy')
  expect(await completeProfileId('last-deploy', {} as Dashboard)).toBe('last-deploy')
})
