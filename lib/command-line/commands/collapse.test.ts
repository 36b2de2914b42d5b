import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parserJobSchema } from '../../contract/parser-job.ts'
import { writeFolded } from '../../formats/folded/write-folded.ts'
import { parseRecording } from '../../parser/parse-recording.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import type { CommandStreams } from '../streams.ts'
import { collapse } from './collapse.ts'

const golden = join(import.meta.dirname, '../../formats/golden/stackcollapse-perf')

async function run(args: readonly string[], stdin: string | Uint8Array = '') {
  const out: Buffer[] = []
  let err = ''
  const streams: CommandStreams = {
    stdin: chunksOf(stdin),
    stdout: { write: (bytes) => out.push(Buffer.from(bytes)) },
    stderr: { write: (text) => (err += text) },
  }
  const exitCode = await collapse(args, streams, new AbortController().signal)
  return { exitCode, out: Buffer.concat(out), err }
}

describe('hearth collapse', () => {
  it('prints what stackcollapse-perf.pl prints with --compat, from a file or a pipe, in any order of arguments', async () => {
    const input = join(golden, 'hostile.txt')
    const expected = readFileSync(join(golden, 'hostile.all.tid.folded'))
    expect((await run(['--compat', '--all', '--tid', input])).out).toEqual(expected)
    expect((await run([input, '--tid', '--all', '--compat'])).out).toEqual(expected)
    const text = readFileSync(join(golden, 'jdk-17.txt'), 'utf8')
    expect((await run(['--compat', '-'], text)).out).toEqual(readFileSync(join(golden, 'jdk-17.folded')))
  })

  it('prints canonical names without --compat', async () => {
    const { out, exitCode } = await run(['--all'], 'java 1/2 3.0: x:\n\t1 long Load.fib(int)+0x5 (/tmp/perf-1.map)\n\n')
    expect(out.toString()).toBe('Load.fib_[j] 1\n')
    expect(exitCode).toBe(0)
  })

  it('gives the same answer as an import, also without times and indentation, and of UTF-16', async () => {
    const sample = 'java 7 cycles:\nffffffff8103d0ca msr ([kernel.kallsyms])\n7f72 LBusy;::main (/tmp/perf-7.map)\n\n'
    const text = sample.repeat(2)
    for (const input of [text, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const [profile] = await parseRecording(parserJobSchema.parse({ format: 'guess' }), [], chunksOf(input))
      expect((await run([], input)).out.toString()).toBe('Busy.main;msr 2\n')
      expect([...writeFolded(profile!)]).toEqual(['Busy.main;msr 2\n'])
    }
  })

  it('says on stderr what it skipped', async () => {
    const sample = 'java 7 1.5: cycles:\n\t7f72 main (/bin/java)\n\n'
    const text = `${sample}nonsense\n${sample}`
    expect((await run([], text)).err).toBe('Lines could not be read and were skipped. In line 4.\n')
    expect((await run(['--compat'], '-\n')).err).toBe('1 line not recognised, the first is line 1\n')
  })

  it('puts the counts of uniq -c behind the stacks', async () => {
    for (const text of ['     30 main;work\n      2 main;idle\n', '30 main;work\n2 main;idle\n']) {
      const { out, err } = await run([], text)
      expect(out.toString()).toBe('main;idle 2\nmain;work 30\n')
      expect(err).toContain('counts in front')
    }
  })

  it('passes folded stacks on as they are', async () => {
    const text = 'main;work 3\nmain;work;sleep 2\n'.repeat(10_000)
    const { out, err, exitCode } = await run([], text)
    expect([out.toString() === text, exitCode]).toEqual([true, 0])
    expect(err).toBe('These are folded stacks already: passed through as they are.\n')
  })

  it('prints nothing for nothing with --compat, as stackcollapse-perf.pl does', async () => {
    expect(await run(['--compat'], '')).toEqual({ exitCode: 0, out: Buffer.alloc(0), err: '' })
  })

  it.each([
    ['', 'the input: it is empty'],
    ['an album of songs\n', 'the input: not what `perf script` prints, nor folded stacks: its lines are neither'],
    [
      '{"$schema": "https://www.speedscope.app/file-format-schema.json"}',
      'the input: speedscope, not what `perf script` prints',
    ],
    ['"Full thread dump OpenJDK"\n', 'not what `perf script` prints, nor folded stacks: '],
  ])('refuses %j', async (text, what) => {
    await expect(run([], text)).rejects.toMatchObject({
      code: 'invalid-request',
      facts: { what: expect.stringContaining(what) as string },
    })
  })

  it('says on stderr what is counted, where it is not samples', async () => {
    const sample = (period: number) => `java 1/2 3.0: ${period} cycles:\n\t1 scan (/bin/shop)\n\n`
    const differ = sample(1) + sample(9)
    expect((await run([], differ)).err).toBe('Counts are cycles: the periods of the samples differ.\n')
    expect((await run([], sample(9) + sample(9))).err).toBe('')
    const sums = 'Counts are sums of the periods that perf printed, as stackcollapse-perf.pl makes them.\n'
    expect((await run(['--compat'], sample(9) + sample(9))).err).toBe(sums)
    expect((await run(['--compat'], sample(1))).err).toBe('')
  })

  it.each([
    [['a', 'b'], 'invalid-request'],
    [['--pid'], 'invalid-request'],
    [['--compat', '--inline'], 'invalid-request'],
    [['/no/such/file'], 'path-unreadable'],
    [['/'], 'path-unreadable'],
  ])('refuses %j', async (args, code) => {
    await expect(run(args)).rejects.toMatchObject({ code })
  })
})
