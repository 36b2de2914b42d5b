import { mkdtempSync, openSync, closeSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeComposeFiles } from './prepare-compose.ts'

test('Compose gets an absolute path as it is, and another one from the directory of the experiment', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-compose-'))
  const lock = openSync(join(directory, 'lock'), 'w')
  try {
    const printArguments = ['/bin/sh', '-c', String.raw`for one; do printf '%s\n' "- '$one'"; done`, 'sh']
    const input = { directory, files: ['compose.yaml', '/etc/shop/override.yaml'], env: {} }
    const merged = await mergeComposeFiles(input, {
      ...{ compose: printArguments, lock, workFile: join(directory, 'merged') },
    })
    expect(merged).toEqual(['-f', join(directory, 'compose.yaml'), '-f', '/etc/shop/override.yaml', 'config'])
  } finally {
    closeSync(lock)
    rmSync(directory, { recursive: true })
  }
})
