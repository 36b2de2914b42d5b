import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { codeContext } from './image-context.ts'

test('every file of our own that one in the image imports is in there', async () => {
  const into = mkdtempSync(join(tmpdir(), 'hearth-image-context-'))
  onTestFinished(() => rmSync(into, { recursive: true }))
  await codeContext(join(import.meta.dirname, '../../..')).fill(into)
  const files = globSync('**/*.ts', { cwd: into }).map((file) => join(into, file))
  expect(files.length).toBeGreaterThan(400)
  const missing = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'([.].*?[.]ts)'/g))
      .filter(([, path]) => !existsSync(join(dirname(file), path!)))
      .map(([, path]) => `${file.slice(into.length + 1)}: ${path}`),
  )
  expect(missing).toEqual([])
})
