import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTiers, frameKinds, type Profile } from '../../profile/model/profile.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { readFolded, type FoldedOptions } from './folded.ts'
import { writeFolded, writeFoldedFile, type WriteFoldedOptions } from './write-folded.ts'

const read = (text: string, options: FoldedOptions = {}) => readFolded(chunksOf(text, 5), options)
const write = (profile: Profile, options: WriteFoldedOptions = {}) => [...writeFolded(profile, options)].join('')
const rewrite = async (text: string, options: WriteFoldedOptions = { annotate: true, threads: true }) =>
  write((await read(text)).profile, options)

describe('readFolded', () => {
  it('warns that a file may have two counts when every line ends with two numbers, and reads one', async () => {
    const codesOf = async (text: string) =>
      (await readFolded(chunksOf(text))).warnings.map(({ code, text: label }) => [code, label.includes('--counts=2')])
    expect(await codesOf('a;b 31 56\na;c 2 0.5\n')).toEqual([['perhaps-two-counts', true]])
    for (const text of ['a;Thread 12 5\na;c 2\n', 'a;b 1\n', ' 12 5\n', '']) expect(await codesOf(text)).toEqual([])
  })

  it('reads the count that uniq -c writes in front, and multiplies it with the count of the line', async () => {
    expect(await rewrite('     42 a;b\n      2 [t tid=7];a;c\n')).toBe('[t tid=7];a;c 2\na;b 42\n')
    expect(await rewrite('42 a;b\n7 a;c\n')).toBe('a;b 42\na;c 7\n')
    expect(await rewrite('      3 a;b 10\n')).toBe('a;b 30\n')
    // Fewer blanks than uniq writes belong to a name.
    expect(await rewrite(' 12 a;b 5\n')).toBe(' 12 a;b 5\n')
  })

  it('splits at the last blank, so that names may hold blanks and numbers', async () => {
    expect(await rewrite('a;Thread 12 5\n')).toBe('a;Thread 12 5\n')
    const { profile } = await read('a;Thread 12 5\n')
    expect(profile.strings).toContain('Thread 12')
    expect(profile.samples.weight[0]).toBe(5)
  })

  it('reads decimals, tabs, CRLF, blanks at the end and a last line without a newline', async () => {
    expect(await rewrite('a 2.5\r\nb\t300.\nc 1  \nd;e 1')).toBe('a 2.5\nb 300\nc 1\nd;e 1\n')
  })

  it('keeps empty names in a stack, and weight without a stack', async () => {
    expect(await rewrite('a;;b 1\n;a 2\na; 3\n 4\n')).toBe(' 4\n;a 2\na; 3\na;;b 1\n')
  })

  it.each([
    ['2.14748e+09', 2_147_480_000],
    ['1e-05', 0.00001],
    ['1E5', 100_000],
    ['+7', 7],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['1,234,567', 1_234_567],
    ['1,234,567.5', 1_234_567.5],
    ['3,5', 3.5],
    ['0,250', 0.25],
    ['2,147480e+09', 2_147_480_000],
    ['9007199254740993', 2 ** 53],
    ['18446744073709551615', 2 ** 64],
  ])('reads the count %s, as awk, printf and scripts print it', async (text, weight) => {
    for (const end of ['\n', '', '\r\n', ' \r\n', '\t \n', '\r\r\n']) {
      const { profile, warnings } = await read(`a;b ${text}${end}`)
      expect([profile.samples.weight[0], warnings]).toEqual([weight, []])
    }
  })

  it('skips lines without a usable number and says which, and how much weight they hold', async () => {
    const { profile, warnings } = await read(`# a comment\n\nno number\na -1.5\nb;1,2,3\na 1,23,4\nc 0\nd 8.5\n`)
    expect(write(profile)).toBe('d 8.5\n')
    expect(warnings).toMatchObject([
      { code: 'lines-skipped', count: 3, line: 3 },
      { code: 'counts-not-usable', count: 1, line: 4 },
    ])
    expect(warnings[1]!.text).toMatch(/They hold 15% of the weight/)
    expect(profile.provenance.warnings).toEqual(warnings)
  })

  it('says how much weight it skips in the unit that the file counts', async () => {
    for (const mode of ['cpu', 'memory']) {
      const { warnings } = await read(`# austin: 3.6.0\n# mode: ${mode}\na;b 75\na;c -25\n`)
      expect(warnings[0]!.text).toContain('They hold 25% of the weight.')
    }
  })

  it.each(['inf', '-inf', 'nan', '-nan', 'NaN', 'Infinity', '9'.repeat(400), '1e309'])(
    'says which line has the count %s',
    async (count) => {
      const { profile, warnings } = await read(`a 1\nb ${count}\n`)
      expect(write(profile)).toBe('a 1\n')
      expect(warnings).toMatchObject([{ code: 'counts-not-usable', count: 1, line: 2 }])
    },
  )

  it('warns of a file most of whose weight or lines were skipped', async () => {
    const doubtOf = async (text: string) => (await read(text)).doubt
    expect(await doubtOf('a;b 1\na;c 2\na;d -30\n')).toMatch(/90\.9% of its weight/)
    expect(await doubtOf('a;b 10\na;c 20\na;d -3\n')).toBeUndefined()
    expect(await doubtOf('a;b 1\na;c -0.1\na;d -0.1\na;e -0.1\n')).toMatch(/3 of its 4 lines/)
    // Of counts that are no numbers the weight is unknown: their lines are counted.
    expect(await doubtOf(`a;b 1\na;c 1\na;d inf\na;e ${'9'.repeat(400)}\na;f 1\n`)).toBeUndefined()
    expect(await doubtOf('a;b 1\na;c inf\na;d nan\n')).toMatch(/2 of its 3 lines/)
  })

  it('says which line is the first that could not be read, and its beginning, where all may be of another format', async () => {
    const doubtOf = async (text: string) => (await read(text)).doubt
    expect(await doubtOf('main;a 1\nhello \u202eworld\n')).toBe(
      '1 of its 2 lines could not be read, first line 2: “hello ‹U+202E›world”',
    )
    expect(await doubtOf(`${'x'.repeat(99)}\n# y\nz\nmain;a 1\r\n`)).toBe(
      `2 of its 3 lines could not be read, first line 1: “${'x'.repeat(59)}…”`,
    )
    expect(await doubtOf('a;b 1\na;c 2\na;d -30\n')).toMatch(
      /of its weight could not be read, first line 3: “a;d -30”$/,
    )
    // Too long a line is not kept. In one piece: in pieces of 5 bytes it takes seconds.
    const tooLong = await readFolded(chunksOf(`${'x'.repeat(2 ** 20 + 1)}\n`))
    expect(tooLong.doubt).toBe('1 of its 1 line could not be read, first line 1')
  })

  it('skips comments, also those that end with a number', async () => {
    expect(await rewrite('# Title 5\n#\n## 3\n#<Class:App>;run 2\n')).toBe('#<Class:App>;run 2\n')
  })

  it('knows how long a file of Hearth took, one alone, and nothing else of what it says', async () => {
    const lengthOf = async (text: string) => (await read(text)).profile.provenance.durationMs
    expect(await lengthOf('##hearth:length-ms=30012\nmain;a 3\n')).toBe(30_012)
    const twice = '##hearth:length-ms=30012\nmain;a 3\n##hearth:length-ms=30000\nmain;b 1\n'
    for (const text of ['main;a 3\n', twice, '##hearth:length-ms=-1\na 1\n', '##hearth:length-ms=9e99\na 1\n'])
      expect(await lengthOf(text)).toBeNull()
    const { profile } = await read('main;a 3\n')
    const recorded = { ...profile, provenance: { ...profile.provenance, durationMs: 30_012.4 } }
    const written = [...writeFoldedFile(recorded)].join('')
    expect(written).toBe('##hearth:length-ms=30012\nmain;a 3\n')
    expect(await lengthOf(written)).toBe(30_012)
    // Without a blank: async-profiler's jfrconv reads what follows the last one as a number.
    expect(written.split('\n')[0]).not.toMatch(/\s/)
  })

  it('reads kind and tier from the suffixes, and gives the name without them', async () => {
    const text =
      'java/lang/Thread.run_[0];com.acme.A.b_[1];com/acme/A.c_[j];com.acme.A.d_[i];do_read_[k];memcpy;Interpreter 1\n'
    const { profile } = await read(text)
    const rows = Array.from(profile.stacks.frame, (frame, row) => [
      profile.strings[profile.frames.name[frame]!],
      frameKinds[profile.frames.kind[frame]!],
      compileTiers[profile.stacks.tier[row]!],
    ])
    expect(rows).toEqual([
      ['java.lang.Thread.run', 'java', 'interpreted'],
      ['com.acme.A.b', 'java', 'c1'],
      ['com.acme.A.c', 'java', 'unknown'],
      ['com.acme.A.d', 'java', 'inlined'],
      ['do_read', 'kernel', 'unknown'],
      ['memcpy', 'native', 'unknown'],
      ['Interpreter', 'vm', 'unknown'],
    ])
  })

  it('reads the leaf as a class with the option for it, whatever its suffix', async () => {
    const text = 'com/acme/A.c_[j];byte[]_[i] 8\ncom/acme/A.c_[j];java.lang.Object_[k] 2\n'
    const { profile } = await read(text, { leafIsClass: true })
    const kinds = Array.from(profile.frames.kind, (kind) => frameKinds[kind])
    expect(kinds).toEqual(['java', 'java', 'java'])
    expect(write(profile)).toBe('com.acme.A.c;byte[] 8\ncom.acme.A.c;java.lang.Object 2\n')
    expect([...new Set(profile.stacks.tier)]).toEqual([0])
  })

  it('reads a leaf that looks like a class as one, though async-profiler gives it the suffix of the kernel', async () => {
    const classes = [
      'byte[]',
      'java.lang.Object',
      'java.util.HashMap$Node[]',
      'shop.A$$Lambda.0x00007f1c',
      'jdk.proxy2.$Proxy7',
    ]
    const kernel = ['do_syscall_64', 'finish_task_switch.isra.0', 'pick.constprop.0.cold', 'Foo']
    for (const [names, kind] of [
      [classes, 'java'],
      [kernel, 'kernel'],
    ] as const) {
      for (const name of names) {
        const { profile } = await read(`main;${name}_[k];${name}_[k] 1\n`)
        const stack = profile.samples.stack[0]!
        const [leaf, caller] = [stack, profile.stacks.parent[stack]!].map((row) => profile.stacks.frame[row]!)
        const row = [profile.frames.name[leaf!]!, profile.frames.raw[leaf!]!].map((text) => profile.strings[text])
        expect([...row, frameKinds[profile.frames.kind[leaf!]!]]).toEqual([name, name, kind])
        expect(frameKinds[profile.frames.kind[caller!]!]).toBe('kernel')
      }
    }
    const { profile } = await read('a.B.c_[j];byte[]_[i] 3\na.B.c_[j];byte[]_[k] 1\n')
    expect(write(profile)).toBe('a.B.c;byte[] 4\n')
    expect(profile.frames.length).toBe(2)
  })

  it('recognises Java by the form of a name where no frame has a suffix', async () => {
    expect(await rewrite('java/util/HashMap.get;com.acme.A.b;Lcom/acme/A;c;std::sort;libc.so.6 1\n')).toBe(
      'java.util.HashMap.get_[j];com.acme.A.b_[j];Lcom/acme/A;c;std::sort;libc.so.6 1\n',
    )
  })

  it('reads async-profiler’s thread frames as threads', async () => {
    const { profile } = await read('[http-1 tid=26];a 1\n[http-1 tid=27];a 2\n[http-2 tid=9] 3\n')
    expect([...profile.threads.hostTid]).toEqual([0, 26, 27, 9])
    expect(write(profile)).toBe(' 3\na 3\n')
    expect(write(profile, { threads: true })).toBe('[http-1 tid=26];a 1\n[http-1 tid=27];a 2\n[http-2 tid=9] 3\n')
  })

  it('reads a line independently of the line before', async () => {
    const frame = fc.constantFrom('a', 'ab', 'b', '', 'byte[]_[k]', 'a.b.C.d_[j]', 'a.b.C.d_[i]')
    const thread = fc.constantFrom('', '[t tid=1];', '[t tid=12];')
    const line = fc.tuple(thread, fc.array(frame, { minLength: 1, maxLength: 5 }))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        const texts = lines.map(([name, stack]) => `${name}${stack.join(';')} 1\n`)
        const alone = await Promise.all([...new Set(texts)].map((text) => rewrite(text)))
        const together = await rewrite(texts.join(''))
        const counted = texts.map((text) => texts.filter((other) => other === text).length)
        const expected = [...new Set(texts)].map((text, at) =>
          alone[at]!.replace(/1\n$/, `${counted[texts.indexOf(text)]}\n`),
        )
        expect(together.split('\n').sort()).toEqual(expected.join('').split('\n').sort())
      }),
    )
  })

  it('keeps stacks of 10,000 frames, and cuts the middle out of those deeper than 65,536', async () => {
    const deep = (frames: number) => `${Array.from({ length: frames }, (_, i) => `f${i}`).join(';')} 1\n`
    expect(write((await readFolded(chunksOf(deep(10_000)))).profile)).toBe(deep(10_000))
    const text = deep(100_000)
    const { profile, warnings } = await readFolded(chunksOf(text))
    expect(profile.stacks.length).toBe(65_536)
    expect(warnings).toMatchObject([{ code: 'stacks-cut', count: 1 }])
    const path = write(profile).split(';')
    expect([path[0], path[32_767], path.at(-1)]).toEqual(['f0', '[frames cut]', 'f99999 1\n'])
  })

  it('takes names like those of Object.prototype', async () => {
    expect(await rewrite('__proto__;constructor;toString 1\n')).toBe('__proto__;constructor;toString 1\n')
  })
})

describe('writeFolded', () => {
  it('escapes names that would break a line', async () => {
    const { profile } = await read('a 1\n')
    const nasty = {
      ...profile,
      strings: profile.strings.map((text) => (text === 'a' ? 'x;y\nz 9\u2028\x1b[31m' : text)),
    }
    expect(write(nasty)).toBe('x:y\ufffdz 9\ufffd\ufffd[31m 1\n')
  })

  it('law: reads what it wrote as the same text and weight', async () => {
    await fc.assert(
      fc.asyncProperty(anyProfile, async (profile) => {
        const text = write(profile, { annotate: true })
        const again = (await read(text)).profile
        expect(totalWeight(again)).toBe(totalWeight(profile))
        const once = write(again, { annotate: true })
        expect(await rewrite(once, { annotate: true })).toBe(once)
      }),
      { seed: 7, numRuns: 200 },
    )
  }, 60_000)

  it('reads and writes text in canonical form without loss', async () => {
    const frame = fc.constantFrom(
      'com.acme.A.b_[j]',
      'com.acme.A.b_[i]',
      'x.Y.z_[0]',
      'x.Y.z_[1]',
      'do_read_[k]',
      'main',
      'a b',
      'Ü',
    )
    const line = fc.tuple(fc.array(frame, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 1e9 }))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
        const counts = new Map(lines.map(([frames, count]) => [frames.join(';'), count]))
        const text = [...counts.keys()]
          .sort()
          .map((stack) => `${stack} ${counts.get(stack)!}\n`)
          .join('')
        expect(await rewrite(text)).toBe(text)
      }),
      { seed: 8 },
    )
  }, 60_000)

  it('writes weights without an exponent', async () => {
    expect(await rewrite('a 1000000000000000000000000\nb 0.0000005\n')).toBe(`a ${BigInt(1e24)}\nb 0.0000005\n`)
  })
})
