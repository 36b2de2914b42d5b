import { defineConfig } from 'vitest/config'

/** `unit` needs nothing but Node; `host` needs root, a Docker engine, perf and a JDK, which `npm test` sets up. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['lib/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: ['**/*.host.test.ts', 'node_modules/**'],
        },
      },
      {
        test: {
          name: 'host',
          include: ['lib/**/*.host.test.ts', 'examples/**/*.host.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
