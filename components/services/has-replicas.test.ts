import { expect, it } from 'vitest'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { hasReplicas } from './has-replicas.ts'

const minute = 60_000
const captured = (containerId: string | null, atMinute: number, more: Partial<ProfileSummary> = {}) =>
  ({
    containerId,
    service: 'shop',
    containerName: null,
    image: 'shop:1',
    event: 'cpu',
    createdAt: atMinute * minute,
    ...more,
  }) as ProfileSummary

it('finds replicas where two containers of one image were captured together', () => {
  expect(hasReplicas([captured('b', 20), captured('a', 15)])).toBe(true)
})

it('finds none in one container, at two times, of two images, of two events, or outside of containers', () => {
  expect(hasReplicas([])).toBe(false)
  expect(hasReplicas([captured('a', 20), captured('a', 15)])).toBe(false)
  expect(hasReplicas([captured('b', 20), captured('a', 5)])).toBe(false)
  expect(hasReplicas([captured('b', 20, { image: 'shop:2' }), captured('a', 15)])).toBe(false)
  expect(hasReplicas([captured('b', 20, { event: 'wall' }), captured('a', 15)])).toBe(false)
  expect(hasReplicas([captured(null, 20), captured(null, 15)])).toBe(false)
})

it('finds none among the runs of an experiment, which are of different configurations', () => {
  const ofRun = (containerId: string, atMinute: number) =>
    captured(containerId, atMinute, { service: 'shop experiment/web' })
  expect(hasReplicas([ofRun('b', 20), ofRun('a', 15)])).toBe(false)
})
