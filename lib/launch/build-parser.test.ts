import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parserJobSchema } from '../contract/parser-job.ts'
import { parserFlags } from '../parser/parser-code.ts'
import { compiledScriptName, parserScriptName } from '../parser/parser-script.ts'
import { parseJob } from '../parser/serve-job.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { buildParser } from './build-parser.ts'
import { checkout } from './checkout.ts'

const run = promisify(execFile)
const recording = `${JSON.stringify(parserJobSchema.parse({ format: 'guess' }))}\nmain;a 2\nmain;b 1\n`
let root: string
let directory: string

beforeAll(async () => {
  root = await mkdtemp(`${tmpdir()}/hearth-build-parser-`)
  directory = `${root}/build/parser`
  await mkdir(directory, { recursive: true })
  await symlink(`${checkout}/node_modules`, `${root}/node_modules`) // where it looks for the demangler
  await writeFile(`${directory}/main-of-before.mjs`, '')
  await buildParser(directory)
}, 120_000)
afterAll(() => rm(root, { recursive: true }))

async function outputOfBundle(): Promise<Buffer> {
  const child = spawn(process.execPath, [...parserFlags, `${directory}/main.mjs`, '61718'])
  child.stdin.end(recording)
  return await buffer(child.stdout)
}

async function outputOfSources(): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  await parseJob(chunksOf(recording), (piece) => void pieces.push(piece))
  return Buffer.concat(pieces)
}

/** Whether V8 takes what the build compiled, in a process with these flags. */
async function isCompiledCodeUsed(flags: readonly string[]): Promise<boolean> {
  const code = `
    import { loadParserScript } from ${JSON.stringify(`${checkout}/lib/parser/parser-script.ts`)}
    console.log(loadParserScript(${JSON.stringify(directory)}).script.cachedDataRejected)`
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', code])
  return stdout.trim() === 'false'
}

test('the bundle gives what the sources give, and is not compiled when it starts', async () => {
  expect(await outputOfBundle()).toEqual(await outputOfSources())
  expect(await isCompiledCodeUsed([...parserFlags, '--max-old-space-size=1000'])).toBe(true)
})

test('the bundle has no files of one before, and both its programs and its script', async () => {
  const files = await readdir(directory)
  expect(files).not.toContain('main-of-before.mjs')
  expect(files).toEqual(expect.arrayContaining(['main.mjs', parserScriptName]))
})

test('it compiles itself where V8 has other flags, or nothing is there', async () => {
  expect(await isCompiledCodeUsed([])).toBe(false)
  await rm(`${directory}/${compiledScriptName}`)
  expect(await isCompiledCodeUsed(parserFlags)).toBe(false)
  expect(await outputOfBundle()).toEqual(await outputOfSources())
})
