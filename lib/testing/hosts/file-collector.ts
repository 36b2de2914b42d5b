/** Shares one collector among the tests of a file, with the container and the engine that most of them take. */
import { afterAll, expect } from 'vitest'
import { startTestCollector, type TestCollector } from './test-collector.ts'

/** Starts it at once, ends it after the last test, and expects that it reported no bug. */
export async function startFileCollector(): Promise<TestCollector> {
  const collector = await startTestCollector()
  afterAll(async () => {
    await collector[Symbol.asyncDispose]()
    expect(collector.log()).toBe('')
  })
  return collector
}

/** The environment of the slow release of the shop, which has samples in every second. */
export const slowShop = { SHOP_PRICING: 'scan' }

/** The engine of tests about what all engines share. */
export const perfOnHost = { engine: 'perf', vantage: 'host' } as const
