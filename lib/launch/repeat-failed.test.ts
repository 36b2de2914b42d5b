import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout } from './checkout.ts'
import { repeatFailed, reportTests, type FailedStep } from './repeat-failed.ts'
import { runStep, type StepResult } from './run-step.ts'
import type { CheckStep } from './steps.ts'

const containing = (text: string): string => expect.stringContaining(text) as string
const never = new AbortController().signal

describe('with real runners, on planted tests', { timeout: 120_000 }, () => {
  let directory: string
  /** Below the checkout, where they find their modules. */
  beforeAll(() => {
    mkdirSync(`${checkout}/.cache`, { recursive: true })
    directory = mkdtempSync(`${checkout}/.cache/planted-`)
    writeFileSync(`${directory}/vitest.config.mjs`, `export default { root: ${JSON.stringify(directory)} }`)
    const outputDir = JSON.stringify(`${directory}/output`)
    writeFileSync(
      `${directory}/playwright.config.mjs`,
      `export default { testMatch: '*.spec.mjs', workers: 1, outputDir: ${outputDir} }`,
    )
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const runners = {
    vitest: {
      program: 'vitest/vitest.mjs',
      run: ['run', '--config'],
      ending: 'test',
      imported: 'test, expect, describe, beforeAll',
    },
    playwright: { program: '@playwright/test/cli.js', run: ['test', '-c'], ending: 'spec', imported: 'test, expect' },
  } as const

  function plant(runner: keyof typeof runners, files: Record<string, string>): CheckStep {
    const { program, run, ending, imported } = runners[runner]
    for (const [name, body] of Object.entries(files)) {
      const mark = JSON.stringify(`${directory}/${name}.${runner}.ran`)
      writeFileSync(
        `${directory}/${name}.${ending}.mjs`,
        `import { existsSync, writeFileSync } from 'node:fs'
         import { ${imported} } from '${runner === 'vitest' ? 'vitest' : '@playwright/test'}'
         const succeedOnlyAgain = () => {
           const isFirst = !existsSync(${mark})
           writeFileSync(${mark}, '')
           expect(isFirst).toBe(false)
         }
         test('passes', () => expect(true).toBe(true))
         ${body}`,
      )
    }
    const modules = `${checkout}/node_modules`
    const command = [process.execPath, `${modules}/${program}`, ...run, `${directory}/${runner}.config.mjs`]
    return { title: 'planted', command, report: runner, repeat: (file) => [...command, file] }
  }

  const runAlone = (alone: CheckStep) => runStep(alone, never, 'at-end')
  const fileOf = (name: string) => containing(`${relative(checkout, directory)}/${name}.`)
  const red = `test('always', () => expect(1).toBe(2))`

  test('vitest: the flaky test is named with both outcomes, and so is a set-up; the red one stays', async () => {
    const step = plant('vitest', {
      flaky: `describe('a part', () => test('by chance', succeedOnlyAgain))`,
      prepared: `beforeAll(succeedOnlyAgain)`,
      red,
    })
    const { passed, failures } = await runAlone(step)
    expect(passed).toBe(2)
    const repeated = await repeatFailed([{ step, failures }], runAlone)
    const first = containing('expected true to be false')
    expect(repeated.flaky).toHaveLength(2)
    expect(repeated.flaky).toContainEqual({ file: fileOf('flaky'), title: 'a part by chance', first, repeat: 'passed' })
    expect(repeated.flaky).toContainEqual({
      file: fileOf('prepared'),
      title: 'the file as a whole',
      first,
      repeat: 'passed',
    })
    const message = containing('expected 1 to be 2')
    expect(repeated.failures).toEqual([{ file: fileOf('red'), title: 'always', message }])
  })

  test('vitest: a unit test that fails is red; a file whose process died once is repeated', async () => {
    const dying = {
      dead: `test('kills its process', () => {
        const isFirst = !existsSync(import.meta.filename + '.ran')
        writeFileSync(import.meta.filename + '.ran', '')
        if (isFirst) process.kill(process.pid, 'SIGSEGV')
      })`,
    }
    const units = (files: Record<string, string>) => ({ ...plant('vitest', files), repeatsOnlyCrashes: true as const })
    const step = units(dying)
    const { failures } = await runAlone({ ...step, command: step.repeat!('dead') })
    const message = containing('Its process died')
    expect(failures).toEqual([{ file: fileOf('dead'), title: 'the file as a whole', message, isCrash: true }])
    const { flaky, failures: stayed } = await repeatFailed([{ step, failures }], runAlone)
    expect({ flaky, stayed }).toEqual({
      flaky: [{ file: fileOf('dead'), title: 'the file as a whole', first: message, repeat: 'passed' }],
      stayed: [],
    })
    const failing = units({ unlucky: `test('by chance', succeedOnlyAgain)` })
    const { failures: red } = await runAlone({ ...failing, command: failing.repeat!('unlucky') })
    expect(await repeatFailed([{ step: failing, failures: red }], runAlone)).toEqual({ flaky: [], failures: red })
    expect(red).toMatchObject([{ title: 'by chance' }])
  })

  test('playwright: the flaky test is named with both outcomes, the red one stays', async () => {
    const flaky = `test.describe('a part', () => test('by chance', succeedOnlyAgain))`
    const step = plant('playwright', { flaky, red })
    const { passed, failures } = await runAlone(step)
    expect(passed).toBe(2)
    const repeated = await repeatFailed([{ step, failures }], runAlone)
    expect(repeated.flaky).toEqual([
      {
        file: fileOf('flaky'),
        title: 'a part > by chance',
        first: containing('Expected: false\nReceived: true'),
        repeat: 'passed',
      },
    ])
    expect(repeated.failures).toEqual([{ file: fileOf('red'), title: 'always', message: containing('Expected: 2') }])
  })

  test('a runner that dies is a failure without a file', async () => {
    const step: CheckStep = { title: 'dies', command: ['false'], report: 'vitest' }
    expect(await runAlone(step)).toMatchObject({ passed: 0, failures: [{ file: null, title: 'dies' }] })
  })
})

describe('what is repeated', () => {
  const failure = (title: string, file: string | null = 'a.host.test.ts') => ({
    file,
    title,
    message: 'no kernel frame',
  })
  const failedStep = (failures: FailedStep['failures'], mayRepeat = true): FailedStep => ({
    step: {
      title: 'host tests',
      command: ['run'],
      report: 'vitest',
      ...(mayRepeat ? { repeat: (file: string) => ['run', file] } : {}),
    },
    failures,
  })
  /** Repeats pass; gives what was run. */
  const repeat = async (failed: FailedStep[], passed = 1) => {
    const ran: string[] = []
    const again: StepResult = { passed, failures: [], files: [], seconds: 1 }
    const result = await repeatFailed(failed, ({ command }) => {
      ran.push(command.join(' '))
      return Promise.resolve(again)
    })
    return { ...result, ran }
  }

  test('a file once, also for two of its tests', async () => {
    const { ran, flaky, failures } = await repeat([failedStep([failure('x'), failure('y')])])
    expect(ran).toEqual(['run a.host.test.ts'])
    expect(flaky.map(({ title }) => title)).toEqual(['x', 'y'])
    expect(failures).toEqual([])
  })

  test.each([
    ['more than three failed', [failedStep(['v', 'w', 'x', 'y'].map((title) => failure(title)))]],
    ['a unit test failed beside', [failedStep([failure('x')]), failedStep([failure('y')], false)]],
    ['the runner died', [failedStep([failure('x'), failure('host tests', null)])]],
  ])('nothing where %s', async (_, failed) => {
    const { ran, flaky, failures } = await repeat(failed)
    expect({ ran, flaky }).toEqual({ ran: [], flaky: [] })
    expect(failures).toEqual(failed.flatMap((step) => step.failures))
  })

  test('a repeat in which nothing ran shows nothing', async () => {
    expect(await repeat([failedStep([failure('x')])], 0)).toMatchObject({ flaky: [], failures: [failure('x')] })
  })

  test('the end of the output names each with what it said', () => {
    const lines: string[] = []
    reportTests('Failed', [failure('x')], (line) => lines.push(line))
    expect(lines).toEqual(['\nFailed', '  a.host.test.ts x', '      no kernel frame'])
  })
})
