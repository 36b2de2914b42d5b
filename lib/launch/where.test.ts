import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkout } from './checkout.ts'
import { rankEntries } from './where/rank-entries.ts'
import { readEntries, type CodeEntry } from './where/read-entries.ts'

async function ask(question: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const args = [`${checkout}/lib/launch/where.ts`, ...question.split(' ')]
  return (await promisify(execFile)(process.execPath, args, { env })).stdout
}

describe('npm run where', () => {
  test('a declaration is listed with its value and the first sentence of its comment', async () => {
    expect(await ask('how long may an idle connection live')).toMatch(
      /^lib\/web\/http-server\.ts:\d+ {2}idleConnectionMs = [\d_]+\n {4}Node's own is [^\n]+\.$/m,
    )
  })

  test('a row of "Where is ...?" stands before code, with its answer', async () => {
    expect(await ask('retries of a webhook')).toMatch(
      /^docs\/architecture\.md:\d+ {2}retries of a webhook[^\n]*\n {4}`waitsMs` in `lib\/server\/webhooks\/webhooks\.ts`/,
    )
  })

  test('a text that has the words as they were typed stands before rows, with its gaps', async () => {
    expect(await ask('None of 12 JVMs has all of “find rule” in its names.')).toMatch(
      /^components\/jvms\/jvms-page\.tsx:\d+ {2}None of … JVMs has all of “…” in its names\.\n/,
    )
  })

  test('it needs no git, as in a checkout from a ZIP', async () => {
    const withoutGit = { ...process.env, GIT_DIR: '/nonexistent' }
    expect(await ask('retries of a webhook', withoutGit)).toBe(await ask('retries of a webhook'))
  })

  test('a word of a question may be an option of a command', async () => {
    expect(await ask('what --fail-if measures of two profiles')).toContain('lib/command-line/dashboard/fail-if.ts')
  })

  test('words that nothing has are said to be so', async () => {
    expect(await ask('qwrtzp')).toBe('Nothing has these words.\n')
  })
})

/** Questions in the words of a reader, each with the file that answers it. */
const questions: readonly (readonly [question: string, file: string])[] = [
  ['how long may an unused connection to docker over ssh stay open', 'lib/host/docker/connection.ts'],
  ['maximum length of a regular expression in the search', 'components/viewer/worker/pattern-search.ts'],
  ['default uid of the parser', 'lib/config.ts'],
  ['size limit of the release file of a java runtime', 'lib/targets/describe-jvm.ts'],
  ['width of a column of shares in a text tree', 'lib/profile/tree/tree-text.ts'],
  ['how transparent is the hatch pattern', 'components/flame-graph/paint/paint.ts'],
  ['oom score of the program in a pod', 'lib/collector/one-shot/main.ts'],
  ['how many image digests are cached', 'lib/host/docker/docker-client.ts'],
  ['nice level of the tests', 'lib/launch/steps.ts'],
  ['how many notes may a profile have', 'lib/contract/constants.ts'],
  ['pixels of a line of the mouse wheel', 'components/flame-graph/input/gestures.ts'],
  ['entropy of a random secret in a command line', 'lib/jvm/mask-secrets.ts'],
  ['rows rendered outside of the screen in the list of pods', 'components/pods/pods-section.tsx'],
  ['keep-alive interval of the helper', 'lib/helper/protocol.ts'],
  ['order of readiness levels', 'components/capture/readiness.ts'],
  ['demangling of C++ names', 'lib/parser/demangle.ts'],
  ['radius of the circles in the timeline of a service', 'components/services/timeline-strip.tsx'],
  ['jmeter command line without gui', 'lib/experiment/run/load-command.ts'],
  ['backoff when dialling the dashboard', 'lib/collector/dial-out.ts'],
  ['http status when the quota is reached', 'lib/errors/library.ts'],
  ['how much of the logs of a failed container is kept', 'lib/command-line/experiment/run/run-once.ts'],
  ['compression level of stored profiles', 'lib/server/profiles/pack-stored.ts'],
  ['confidence level of intervals', 'lib/contract/interval-level.ts'],
  ['lifetime of the theme cookie', 'components/theme/use-theme.ts'],
  ['how wide is the minimap', 'components/viewer/shell/viewer-footer.tsx'],
  ['which ip addresses are blocked for webhooks', 'lib/server/webhooks/call-webhook.ts'],
  ['colour of interpreted frames', 'lib/profile/colour/palettes.ts'],
  ['below which width does the comparison table use two lines', 'components/viewer/diff/diff-table.tsx'],
  ['which debian packages are installed for docker', 'lib/launch/host-needs.ts'],
]

/** Texts of pages, messages and commands, as they are seen, each with its file. */
const seenTexts: readonly (readonly [text: string, file: string])[] = [
  ['No JVM is running on this host', 'components/jvms/no-jvm.tsx'],
  ['no hot method', 'components/profiles/row-title.tsx'],
  ['12 more rows', 'components/flame-graph/flame-graph.tsx'],
  ['What you change here changes for all 3 events', 'components/profiles/edit-profile.tsx'],
  ['The dashboard lists no host', 'lib/errors/command-line.ts'],
  ["Namespace shop allows no container with the JVM's user and rights", 'lib/errors/kubernetes.ts'],
  ['Lines were longer than 1 MiB and were skipped', 'lib/formats/reading/warnings.ts'],
]

describe('the first answer', () => {
  let entries: CodeEntry[] = []
  beforeAll(() => {
    entries = readEntries(() => true)
  }, 60_000)

  test.each(seenTexts)('to the text "%s" is %s', (text, file) => {
    expect(rankEntries(entries, text)[0]?.file).toBe(file)
  })
})

describe('the first five answers', () => {
  let code: CodeEntry[] = []
  // Without rows: a question that has no row must have an answer, too.
  beforeAll(() => {
    code = readEntries(() => true).filter(({ kind }) => kind !== 'row')
  }, 60_000)

  test.each(questions)('to "%s" name %s', (question, file) => {
    expect(
      rankEntries(code, question)
        .slice(0, 5)
        .map((entry) => entry.file),
    ).toContain(file)
  })
})
