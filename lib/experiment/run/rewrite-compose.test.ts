import { describe, expect, test } from 'vitest'
import type { Effect } from '../file/read-experiment.ts'
import { rewriteCompose } from './rewrite-compose.ts'

const nothing: Effect = { env: {}, buildArgs: {}, composeEnv: {}, overrides: [], service: null }
const options = {
  ...{ name: 'clinic', project: 'hearth-1', owner: 'host:/clinic', runId: 'hearth-1', service: 'web', effects: [] },
}
const labels = { 'hearth.experiment': 'host:/clinic', 'hearth.experiment.run': 'hearth-1' }

function rewrite(services: unknown, effects: readonly Partial<Effect>[] = [], more: Record<string, unknown> = {}) {
  const all = effects.map((effect) => ({ ...nothing, ...effect }))
  return rewriteCompose({ services, ...more }, { ...options, effects: all })
}

describe('the compose file of a run', () => {
  test('publishes every port on a free one of the loopback address, and says which it was', () => {
    const given = ['8080:80', 5005, '127.0.0.1:9000:9000/udp', { target: 443, published: '8443' }, '[::1]:70:71']
    const { file, ports } = rewrite({ web: { image: 'web', ports: given } })
    expect(file['services']).toMatchObject({
      web: {
        ports: [
          '127.0.0.1::80/tcp',
          '127.0.0.1::5005/tcp',
          '127.0.0.1::9000/udp',
          '127.0.0.1::443/tcp',
          '127.0.0.1::71/tcp',
        ],
      },
    })
    expect(ports.map(({ published, target }) => [published, target])).toEqual([
      ...[[8080, 80], [5005, 5005], [9000, 9000], [8443, 443], [70, 71]], // prettier-ignore
    ])
  })

  test('has no name that another could have, and labels on all that Compose makes', () => {
    const { file } = rewrite({ web: { image: 'web', container_name: 'clinic', labels: ['a=b=c'] } }, [], {
      name: 'clinic',
      networks: { front: { name: 'front' }, theirs: { external: true, name: 'theirs' } },
      volumes: { data: { name: 'data' }, plain: null, shared: { external: { name: 'shared' } } },
    })
    expect(file).toEqual({
      services: {
        web: {
          ...{ image: 'web', networks: { default: { aliases: ['clinic'] } } },
          labels: { a: 'b=c', ...labels, 'hearth.experiment.name': 'clinic' },
        },
      },
      networks: { default: { labels }, front: { labels }, theirs: { external: true, name: 'theirs' } },
      volumes: { data: { labels }, plain: { labels }, shared: { external: { name: 'shared' } } },
    })
  })

  test('builds images under names of its own, for all who use them', () => {
    const build = { context: '/clinic', args: ['BASE=jre-17'] }
    const { file } = rewrite(
      { web: { build, image: 'clinic' }, worker: { image: 'clinic' }, db: { image: 'postgres' } },
      [{ buildArgs: { BASE: 'jre-25' } }],
    )
    expect(file['services']).toMatchObject({
      web: {
        image: 'hearth-1_web',
        build: { context: '/clinic', args: { BASE: 'jre-25' }, labels: { 'hearth.experiment.image': 'host:/clinic' } },
      },
      worker: { image: 'hearth-1_web' },
      db: { image: 'postgres' },
    })
  })

  test('sets variables of the profiled service, or of the one that is named', () => {
    const services = { web: { image: 'web', environment: ['HEAP=1g', 'PASSED'] }, db: { image: 'db' } }
    const { file } = rewrite(services, [{ env: { HEAP: '2g', PRICE: '5$' } }, { env: { A: '1' }, service: 'db' }])
    expect(file['services']).toMatchObject({
      web: { environment: { HEAP: '2g', PASSED: null, PRICE: '5$$' } },
      db: { environment: { A: '1' } },
    })
  })

  test.each([
    [{ web: { network_mode: 'host' } }, [], 'service web uses the network of the host'],
    [{ db: {} }, [], 'there is no service web'],
    [{ web: { image: 'web' } }, [{ buildArgs: { A: '1' } }], 'service web is not built'],
    [{ web: {} }, [{ env: { A: '1' }, service: 'cache' }], 'there is no service cache'],
  ])('names what it cannot run: %j', (services, effects, expected) => {
    expect(rewrite(services, effects).obstacles).toEqual([expect.stringContaining(expected)])
  })

  test('names a service that should make the load, and is not there', () => {
    const { obstacles } = rewriteCompose({ services: { web: {} } }, { ...options, loadService: 'users' })
    expect(obstacles).toEqual(['there is no service users'])
  })
})
