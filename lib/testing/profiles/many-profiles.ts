/** A library of any size: rows of many services over months, all with the bytes of one small profile. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Kysely } from 'kysely'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import { countFacets } from '../../store/library/facet-counts.ts'
import { newProfileRow, type NewProfile } from '../../store/library/profile-row.ts'
import { openSqlite } from '../../store/schema/sqlite-dialect.ts'
import { openStore } from '../../store/store.ts'
import type { Tables } from '../../store/schema/tables.ts'
import { createRandom } from './random-profile.ts'
import { sampleNewProfile } from '../samples.ts'

/** Rows in one transaction. */
const atOnce = 500
const minuteMs = 60_000

/** Fills a data directory that no server uses. The same for the same number; the newest profile is of `now`. */
export async function storeManyProfiles(directory: string, count: number, now = Date.now()): Promise<void> {
  const gzipped = oneProfile()
  const store = await openStore(directory)
  const { id } = await store.profiles.save(sampleNewProfile({ createdAt: 0, name: 'the first' }), gzipped)
  const { sha256, bytes, stream } = (await store.profiles.open(id))!
  await stream.cancel()
  await store.close()

  const db = new Kysely<Tables>({ dialect: openSqlite(join(directory, 'hearth.sqlite')).dialect })
  const profiles = withCaptures(manyProfiles(count, now))
  for (let from = 0; from < count; from += atOnce) {
    const batch = profiles.slice(from, from + atOnce)
    await db.transaction().execute(async (all) => {
      const rows = batch.map((profile) => newProfileRow(profile, { sha256, bytes }))
      await all.insertInto('profiles').values(rows).execute()
      const labels = rows.flatMap((row, index) => batch[index]!.labels.map((label) => ({ profileId: row.id, label })))
      if (labels.length > 0) await all.insertInto('profileLabels').values(labels).execute()
      await countFacets(all, batch, 1)
    })
  }
  await db.destroy()
}

/**
 * Fifty services, each with a deploy every few days and four replicas; what is profiled often is profiled very often.
 */
function manyProfiles(count: number, now: number): NewProfile[] {
  const random = createRandom(count)
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() ** 2 * values.length)]!
  const services = Array.from({ length: 50 }, (_, index) => `acme/${names[index % names.length]}-${index}`)
  return Array.from({ length: count }, (_, index) => {
    const service = oneOf(services)
    const version = Math.floor((index * 20) / count)
    const event = oneOf(['cpu', 'wall', 'alloc', 'lock', 'off-cpu'])
    const replica = `${service.replace('/', '-')}-${version}-${below(4)}`
    return sampleNewProfile({
      ...{ service, event, name: `${service} ${event} 30 s`, containerName: replica },
      ...{ image: `registry.example/${service}:1.${version}`, imageDigest: `sha256:${hexOf(`${service}${version}`)}` },
      ...{
        containerId: hexOf(replica),
        mainClass: 'com.acme.Application',
        engine: oneOf(['async-profiler', 'perf', 'jfr', 'bpftrace']),
      },
      ...{
        createdBy: `${names[below(names.length)]}@acme.example`,
        total: 1 + below(100_000),
        durationMs: 30_000,
        javaNamed: random(),
      },
      ...{ labels: below(2) === 0 ? [`release-1.${version}`] : [], pinned: below(100) === 0 },
      createdAt: now - (count - 1 - index) * minuteMs,
    })
  })
}

/** Of eight profiles, four are the events of one capture. */
function withCaptures(profiles: readonly NewProfile[]): NewProfile[] {
  const events = ['cpu', 'wall', 'alloc', 'lock']
  return profiles.map((profile, index) => {
    // `index | 3` is the last of each four, whose facts all four get.
    const captured = profiles[index | 3] ?? profile
    return index % 8 < 4
      ? profile
      : { ...captured, event: events[index % 4]!, captureId: hexOf(`capture ${index >> 2}`) }
  })
}

const names = ['checkout', 'search', 'pricing', 'stock', 'mail', 'login', 'cart', 'reports', 'billing', 'gateway']

/** Sixty-four hexadecimal digits that are always the same for that text. */
function hexOf(text: string): string {
  const random = createRandom([...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, 7))
  return Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('')
}

function oneProfile(): Uint8Array {
  const builder = createProfileBuilder()
  const main = builder.stack(-1, builder.frame('main', 'java'))
  for (let index = 0; index < 300; index++) {
    const stack = builder.stack(main, builder.frame(`com.acme.Work.part${index}`, 'java'))
    builder.sample(stack, builder.thread('main', 1), index, 1 + (index % 7))
  }
  return gzipSync(encodeProfile(builder.finish('samples', emptyProvenance('perf'))))
}
