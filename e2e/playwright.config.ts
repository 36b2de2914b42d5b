import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/**
 * Debian's headless Chromium, which uses a quarter less CPU; else Chromium itself. It resolves no host names: by
 * default it would send requests of its own.
 */
const chromium = {
  executablePath: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)),
  args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--font-render-hinting=none', '--disable-gpu'],
}
/**
 * Without this, round corners of a page that was updated and of one just opened differ slightly: viewer/links.spec.ts
 * compares pixels.
 */
const samePixels = '--disable-partial-raster'

export default defineConfig({
  testDir: '.',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  use: {
    browserName: 'chromium',
    launchOptions: { ...chromium, args: [...chromium.args, samePixels] },
    viewport: { width: 1440, height: 900 },
    // `--trace on` records a failure. Always on, it would take a fifth of the CPU.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // Each project clears its own screenshots of failures, not those of another.
  projects: [
    // Beside a fake collector: they need profiles, no JVM.
    {
      name: 'pages',
      outputDir: 'results/failures/pages',
      testMatch: '*.spec.ts',
      testIgnore: '**/real/**',
      workers: 2,
    },
    // One at a time: they share one host, its containers and its one list of JVMs.
    { name: 'real', outputDir: 'results/failures/real', testDir: './real', workers: 1 },
    // Screenshots for a person to look at, see film/newcomer.film.ts.
    {
      name: 'film',
      outputDir: 'results/failures/film',
      testDir: './film',
      testMatch: '*.film.ts',
      workers: 1,
    },
    {
      name: 'benchmarks',
      outputDir: 'results/failures/benchmarks',
      testMatch: '*.bench.ts',
      workers: 1,
      use: { launchOptions: chromium, screenshot: 'off' },
    },
  ],
})
