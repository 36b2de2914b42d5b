import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseParserCode, describeSources } from './parser-code.ts'

let directory: string
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'hearth-parser-code-'))))
afterAll(() => rm(directory, { recursive: true }))

test('the bundled parser runs only if it was made of the sources as they are', async () => {
  const isBundled = () => chooseParserCode(directory).fileOf('main') === 'main.mjs'
  expect(isBundled()).toBe(false)
  const { name, text } = describeSources(['errors.ts', 'parser/main.ts'])
  await writeFile(join(directory, name), text)
  expect(isBundled()).toBe(true)
  expect(chooseParserCode(directory).directory).toBe(directory)
  for (const changed of [
    text.replace('errors.ts', 'config.ts'),
    text.replace('errors.ts', 'gone.ts'),
    '{"hash":1}',
    '',
  ]) {
    await writeFile(join(directory, name), changed)
    expect(isBundled()).toBe(false)
  }
})
