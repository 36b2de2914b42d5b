import { expect, test } from 'vitest'
import { sampleContainer } from '../testing/samples.ts'
import { repositoryOf, serviceName } from './follow-target.ts'

const container = sampleContainer({ name: 'shop-1', image: 'team/shop:1.4' })

test.each([
  ['shop', 'shop'],
  ['shop:1.4', 'shop'],
  ['team/shop:1.4', 'team/shop'],
  ['registry.example:5000/team/shop:1.4', 'team/shop'],
  ['localhost/shop', 'shop'],
  [`ghcr.io/acme/shop@sha256:${'a'.repeat(64)}`, 'acme/shop'],
  [`sha256:${'a'.repeat(64)}`, null],
  ['0123456789ab', null],
])('the repository of %s is %s', (image, repository) => expect(repositoryOf(image)).toBe(repository))

test('a service is named by compose, else its image, else its container, else its main class', () => {
  expect(serviceName({ ...container, composeProject: 'web', composeService: 'shop' }, 'Main')).toBe('web/shop')
  expect(serviceName(container, 'Main')).toBe('team/shop')
  expect(serviceName({ ...container, image: '0123456789ab' }, 'Main')).toBe('shop-1')
  expect(serviceName(null, 'Main')).toBe('Main')
})

test('all runs of an experiment, each a compose project, are one service, which no compose project can be', () => {
  const runs = [1, 2].map((run) =>
    sampleContainer({
      ...{ name: `hearth-a83643e3-${run}_web_1`, composeProject: `hearth-a83643e3-${run}`, composeService: 'web' },
      labels: { 'hearth.experiment.name': 'shop' },
    }),
  )
  expect(runs.map((run) => serviceName(run, 'Main'))).toEqual(['shop experiment/web', 'shop experiment/web'])
})
