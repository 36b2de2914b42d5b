import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkout } from './checkout.ts'

const { scripts } = JSON.parse(readFileSync(`${checkout}/package.json`, 'utf8')) as { scripts: Record<string, string> }

// `hearth` has the help of each of its commands; prettier and vitest have theirs. `where` takes any word.
const takesAnyWord = new Set(['where'])
const own = Object.entries(scripts).filter(
  ([name, command]) => /run\.mjs (?:lib|examples)\//.test(command) && name !== 'hearth',
)

function run(command: string, argument: string) {
  const parts = command.replace('exec node ', '').split(' ')
  // Where an argument is taken for a start all the same, nothing is found to start it with.
  const env = { ...process.env, DOCKER_HOST: 'unix:///nowhere', HEARTH_INSTALL: '0' }
  const ended = spawnSync(process.execPath, [...parts, argument], {
    cwd: checkout,
    env,
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr }
}

test.each(own)(
  'npm run %s says with --help what it does, does nothing, and refuses what it does not know',
  (name, command) => {
    const helped = run(command, '--help')
    expect(helped).toMatchObject({ code: 0, stderr: '' })
    expect(helped.stdout).toMatch(/^usage: /)
    expect(run(command, '--nonsense').code).toBe(takesAnyWord.has(name) ? 0 : 2)
  },
)

test('the demo says which argument it does not know', () => {
  const { code, stderr } = run(scripts['demo']!, 'begin')
  expect(code).toBe(2)
  expect(stderr).toMatch(/^unknown argument: begin\n\nusage: npm run demo/)
})
