/** The real launcher beside our reading of its lines: it prints how it understands them before it starts a JVM. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../profile/statistics/random.ts'
import { expandArgfiles } from '../../jvm/argfiles.ts'
import { parseJavaCommandLine, splitArguments } from '../../jvm/command-line.ts'
import { byTier } from '../../testing/tier.ts'
import { findJdk } from './jdk.ts'

let directory: string
beforeAll(() => void (directory = fs.mkdtempSync('/tmp/hearth-launcher-')))
afterAll(() => fs.rmSync(directory, { recursive: true }))

const lines = byTier(150, 1500)
const someOptions = ['-Xmx64m', '-Dname=a#b', '-cp', '--class-path', '-p', '--add-modules', '-Dx=', '--add-opens']
const someMains = [
  'Shop',
  '-jar',
  '-m',
  '--module',
  '--module=a/b',
  '@@x',
  '/app/x y.jar',
  '--source 17',
  '--source=17',
]
const rareOnes = ['--disable-@files', '@@options', '@', '-cp', '']
const fileTexts = ['"', "'", '\\', '#', '\n', '\r\n', ' ', '\t', '\f', 'q', 'n', '""', "''", '@@', '@file0']

function makeLine(random: () => number) {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  const option = () => (random() < 0.2 ? pick(rareOnes) : pick([...someOptions, 'value', 'value']))
  const text = () =>
    Array.from({ length: random() * 7 }, () => {
      const part = random() < 0.3 ? pick(fileTexts) : random() < 0.15 ? pick(someMains) : option()
      return part + (random() < 0.8 ? pick([' ', '\n', '\t']) : '')
    }).join('')
  const files = [text(), text(), text()]
  const argv = Array.from({ length: 1 + random() * 7 }, () =>
    random() < 0.4 ? `@${directory}/file${Math.floor(random() * 3)}` : random() < 0.15 ? pick(someMains) : option(),
  )
  const variable = random() < 0.3 ? pick(['-Dv=w', '-cp', `@${directory}/file0`, '-Da="b c" --disable-@files']) : ''
  return { files, argv, variable }
}

/** null where it refuses the line, which no JVM then has. */
function askLauncher(java: string, argv: readonly string[], variable: string) {
  const env = { ...process.env, _JAVA_LAUNCHER_DEBUG: '1', JDK_JAVA_OPTIONS: variable }
  const { stdout } = spawnSync(java, ['-XX:+NoSuchFlag', ...argv], { env, encoding: 'utf8' })
  const index = /First application arg index: (-?\d+)/.exec(stdout)?.[1]
  const printed = /^Command line args:\n(argv\[0\] = [^]*?)(?=^(?:JRE path is|Attempt to get))/m.exec(stdout)?.[1]
  if (index === undefined || printed === undefined) return null
  return {
    args: printed
      .replace(/\n$/, '')
      .split(/^argv\[\d+\] = /m)
      .slice(2)
      .map((word) => word.replace(/\n$/, '')),
    index: Number(index),
  }
}
test.each([17, 25])('the launcher of JDK %d expands and ends its options as we do', (feature) => {
  const java = `${findJdk(feature)!.home}/bin/java`
  const random = createRandom(feature)
  let [compared, withMain] = [0, 0]
  for (let line = 0; line < lines; line++) {
    const { files, argv, variable } = makeLine(random)
    for (const [index, text] of files.entries()) fs.writeFileSync(`${directory}/file${index}`, text)
    const asked = askLauncher(java, argv, variable)
    if (asked === null) continue
    compared++
    const args = expandArgfiles([...splitArguments(variable), '-XX:+NoSuchFlag', ...argv], (path) =>
      fs.readFileSync(path, 'utf8'),
    ).args.flat()
    const shown = JSON.stringify({ argv, variable, files })
    expect({ shown, args }).toEqual({ shown, args: asked.args })
    const { options, main } = parseJavaCommandLine(args, true)
    // It counts its own name as the first, and -1 says that there is no main class.
    const index = main === null ? -1 : options.length + 2
    expect({ shown, index }).toEqual({ shown, index: asked.index })
    if (main !== null) withMain++
  }
  expect(compared).toBeGreaterThan(lines / 3)
  expect(withMain).toBeGreaterThan(lines / 6)
})
