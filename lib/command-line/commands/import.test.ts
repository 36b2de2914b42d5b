import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import type { Imported } from '../../contract/imports.ts'
import { Problem } from '../../errors.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { sampleSummary } from '../../testing/samples.ts'
import type { Dashboard } from '../dashboard/dashboard.ts'
import { importFiles, readImportRequest } from './import.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'shop.folded')
writeFileSync(file, 'main;a 1\n')

const [before, after] = ['a', 'b'].map((letter) => sampleSummary({ id: letter.repeat(32), name: `shop ${letter}` }))
const warning = { code: 'lines-skipped', text: 'Lines were skipped.', count: 2, line: 7 }

/** A dashboard that takes everything but what is called bad, and refuses the first requests as one too many. */
function run(
  args: string[],
  imported: Imported = { profiles: [before!], warnings: [warning], sameAs: null },
  refusals = 0,
  /** What happens when a file is sent; it gets what stops the command. */
  onPut: (stop: () => void) => void = () => undefined,
) {
  const stopping = new AbortController()
  const requests: { path: string; body: string }[] = []
  let left = refusals
  const put = async (path: string, { body }: { body: ReadableStream<Uint8Array> }) => {
    requests.push({ path, body: await text(body as never) })
    onPut(() => stopping.abort())
    stopping.signal.throwIfAborted()
    if (path.includes('bad'))
      throw new Problem('unknown-format', { hint: 'it is a letter', remedy: 'Send it by post.' })
    if (left-- > 0) throw new Problem('too-many-requests', { retryAfterSeconds: 0.01 })
    return imported
  }
  let [output, errorOutput] = ['', '']
  const streams = {
    stdin: chunksOf('main;b 2\n'),
    stdout: { write: (more: Uint8Array | string) => void (output += String(more)) },
    stderr: { write: (more: string) => void (errorOutput += more) },
  }
  const dashboard = { url: 'http://host:7117', put } as unknown as Dashboard
  const done = importFiles(readImportRequest(args), dashboard, streams, stopping.signal)
  return done.then((exitCode) => ({ exitCode, said: output, complained: errorOutput, sent: requests }))
}

describe('hearth import', () => {
  it('sends each file as it is, says where it can be seen and what was passed over', async () => {
    const { exitCode, said: output, complained: errorOutput, sent: requests } = await run(['--unit=bytes', file])
    expect(exitCode).toBe(0)
    expect(requests).toEqual([{ path: '/api/v1/imports/shop.folded?counts=1&unit=bytes', body: 'main;a 1\n' }])
    expect(output).toBe(`shop a cpu  http://host:7117/profiles/${before!.id}\n`)
    expect(errorOutput).toBe(`${file}: Lines were skipped. 2 times, first in line 7.\n`)
  })

  it('says the event of each profile once, as several files may have one name', async () => {
    const profiles = [
      sampleSummary({ name: 'shop', event: 'alloc' }),
      sampleSummary({ name: 'shop lock', event: 'lock' }),
    ]
    const { said } = await run([file], { profiles, warnings: [], sameAs: null })
    expect(said).toMatch(/^shop alloc {2}http.*\nshop lock {2}http.*\n$/)
  })

  it('sends the files of one capture as a group', async () => {
    const files = ['shop.cpu.folded', 'shop.alloc.folded'].map((name) => join(folder, name))
    for (const one of files) writeFileSync(one, 'main;a 1\n')
    const { sent } = await run([...files, file])
    const groups = sent.map(({ path }) => new URL(`http://host${path}`).searchParams.get('group'))
    expect(groups[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(groups).toEqual([groups[0], groups[0], null])
  })

  it('says how far it came when it is stopped', async () => {
    let sent = 0
    const { exitCode, complained: errorOutput } = await run([file, file, file], undefined, 0, (stop) => {
      if (++sent === 2) stop()
    })
    expect(exitCode).toBe(130)
    expect(errorOutput).toMatch(/Stopped: 1 of 3 files are imported[.]\n$/)
  })

  it('says of many files how many came in, came in again, and did not', async () => {
    const bad = join(folder, 'bad.txt')
    writeFileSync(bad, 'Dear reader')
    const { complained } = await run([file, bad, file], { profiles: [before!], warnings: [], sameAs: after! })
    expect(complained).toMatch(/^Importing 3 files\n/)
    expect(complained).toMatch(/\n2 of 3 files imported, 2 of them stored again; 1 not read[.]\n$/)
    expect((await run([file, file])).complained).toMatch(/\n2 of 2 files imported[.]\n$/)
  })

  it('reads standard input under a name, and links two counts as a comparison', async () => {
    const imported = { profiles: [before!, after!], warnings: [], sameAs: null }
    const { said: output, sent: requests } = await run(['--counts=2', '--name=pair', '-'], imported)
    expect(requests).toEqual([{ path: '/api/v1/imports/pair?counts=2&unit=samples', body: 'main;b 2\n' }])
    expect(output.split('\n')[2]).toBe(`http://host:7117/profiles/${after!.id}?baseline=${before!.id}`)
  })

  it('says which profile has the same samples', async () => {
    const {
      exitCode,
      said: output,
      complained: errorOutput,
    } = await run([file], {
      ...{ profiles: [before!], warnings: [], sameAs: after! },
    })
    expect([exitCode, output]).toEqual([0, `shop a cpu  http://host:7117/profiles/${before!.id}\n`])
    expect(errorOutput).toBe(
      `${file}: stored again, the library had these samples already: shop b, 1970-01-01 00:00 UTC  http://host:7117/profiles/${after!.id}\n`,
    )
  })

  it('sends a chosen name with what the file’s own name says of its event', async () => {
    const own = join(folder, 'shop.alloc.folded')
    writeFileSync(own, 'main;a 1\n')
    const { sent } = await run(['--name=before v1.2', own])
    expect(sent[0]?.path).toMatch(/^\/api\/v1\/imports\/before%20v1\.2\.alloc\.folded\?/)
    const { sent: piped } = await run(['--name=v1.2', '-'])
    expect(piped[0]?.path).toMatch(/^\/api\/v1\/imports\/v1\.2\.recording\?/)
  })

  it('names the service of files that name none', async () => {
    const { sent: requests } = await run(['--service=acme/shop', file])
    expect(requests[0]?.path).toBe('/api/v1/imports/shop.folded?counts=1&unit=samples&service=acme%2Fshop')
  })

  it('goes on after a file that does not work, and says so in its exit code', async () => {
    const bad = join(folder, 'bad.txt')
    writeFileSync(bad, 'Dear reader')
    const { exitCode, said: output, complained: errorOutput } = await run([bad, file])
    expect(exitCode).toBe(1)
    expect(errorOutput).toContain(`${bad}: Hearth cannot read this file`)
    expect(output).toContain('shop a')
  })

  it('says once what Hearth reads, however many files it cannot', async () => {
    const letters = ['bad-1.txt', 'bad-2.txt', 'bad-3.txt'].map((name) => join(folder, name))
    for (const letter of letters) writeFileSync(letter, 'Dear reader')
    const { complained } = await run(letters)
    expect(complained.match(/Hearth cannot read this file/g)).toHaveLength(3)
    expect(complained.match(/Send it by post/g)).toHaveLength(1)
  })

  it('looks at all files first', () => {
    const missing = ['a', 'b'].map((name) => join(folder, name))
    expect(() => readImportRequest([file, ...missing])).toThrow(
      expect.objectContaining({ code: 'invalid-request', facts: { what: `no such file: ${missing.join(', ')}` } }),
    )
    expect(() => readImportRequest([folder])).toThrow(`${folder} cannot be read: it is no file`)
  })

  it('sends a file again that was refused because of too many requests, but not what came on standard input', async () => {
    const { exitCode, sent: requests } = await run([file], undefined, 2)
    expect(exitCode).toBe(0)
    expect(requests.map(({ body }) => body)).toEqual(['main;a 1\n', 'main;a 1\n', 'main;a 1\n'])
    const { exitCode: code, sent: once, complained: errorOutput } = await run(['-'], undefined, 1)
    expect([code, once.length]).toEqual([1, 1])
    expect(errorOutput).toMatch(/^-: Too many requests/)
  })

  it('prints the answer for programs', async () => {
    expect(JSON.parse((await run(['--json', file])).said)).toMatchObject({ warnings: [warning] })
  })

  it.each([
    [[]],
    [['--counts=3', file]],
    [['--unit=cups', file]],
    [['--name=x', file, file]],
    [['--service=a\nb', file]],
    [['--color', file]],
  ])('refuses %j', (args) => {
    expect(() => readImportRequest(args)).toThrow()
  })
})

it.each([
  ['--counts=3', '--counts is 1 or 2, not "3"'],
  ['--unit=parsecs', '--unit is one of samples, '],
  ['--service=a\nb', '--service is one line of at most 200 characters, not "a\\nb"'],
])('refuses %j by its own name and value alone', (option, what) => {
  let refused = ''
  try {
    readImportRequest([option, file])
  } catch (error) {
    refused = (error as Problem<'invalid-request'>).facts.what
  }
  expect(refused).toContain(what)
  expect(refused.match(/--/g)).toHaveLength(1)
})
