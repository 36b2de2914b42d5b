import { mkdirSync } from 'node:fs'
import { expect, type Page, test as base } from '@playwright/test'
import { type Hearth, prepareInstance, removeInstance, saveSession, startHearth } from './hearth.ts'
import { startPages } from './start-pages.ts'

export const results = new URL('../results/', import.meta.url).pathname

interface SignedInHearth {
  readonly url: string
  /** File with the cookies of the owner. */
  readonly session: string
}

/** A page of an owner who is signed in; the test fails when a script ran, a dialog came or a policy had to step in. */
export const test = base.extend<object, { hearth: SignedInHearth }>({
  // One for all tests of a worker. Those of the project `pages` need no JVM, so nothing of this machine is profiled
  // there.
  hearth: [
    async ({ playwright: _ }, use, { project, parallelIndex }) => {
      const instance = await prepareInstance()
      const hearth = await (project.name === 'pages' ? startPages(instance) : startHearth(instance))
      await use(await signIn(hearth, `${results}session-${project.name}-${parallelIndex}.json`))
      await hearth.stop()
      await removeInstance(instance)
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: ({ hearth }, use) => use(hearth.url),
  storageState: ({ hearth }, use) => use(hearth.session),
  page: async ({ page }, use) => {
    const violations = watchForViolations(page)
    // The browser says nothing in the console of a forbidden `new Function` whose error is caught.
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`Content Security Policy: ${violatedDirective} forbids ${blockedURI}`)
      })
    })
    await use(page)
    expect(violations).toEqual([])
  },
})

async function signIn({ url, signInLink }: Hearth, session: string): Promise<SignedInHearth> {
  mkdirSync(results, { recursive: true })
  await saveSession(signInLink, session)
  process.env.HEARTH_E2E_URL = url // for steps that have no fixture at hand; each worker is a process of its own
  return { url, session }
}

/** Collects what a hostile name could cause. */
export function watchForViolations(page: Page): readonly string[] {
  const violations: string[] = []
  page.on('dialog', (dialog) => {
    violations.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => violations.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|hydrat/i.test(message.text())) violations.push(message.text())
  })
  return violations
}

export { expect }
