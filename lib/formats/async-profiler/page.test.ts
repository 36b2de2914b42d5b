import { describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { readAsyncProfilerHtml } from './page.ts'
import { writeFolded } from '../folded/write-folded.ts'

const page = (signature: string, ...boxes: string[]) =>
  [
    '<!DOCTYPE html>',
    '<h1>CPU profile</h1>',
    '<script>',
    `function f(${signature}) {`,
    ...boxes,
    '</script></body></html>',
  ].join('\n')
const read = async (text: string) => {
  const { profile, warnings } = await readAsyncProfilerHtml(chunksOf(text, 13))
  return {
    lines: [...writeFolded(profile, { annotate: true })],
    warnings: warnings.map(({ code, count, line }) => [code, count, line]),
  }
}

describe('readAsyncProfilerHtml', () => {
  it('reads the calls of 2.9, with the name in each', async () => {
    const text = page(
      'level, left, width, type, title, inln, c1, int',
      "f(0,0,10,3,'all')",
      "f(1,0,7,1,'com/acme/Shop.main',0,2,1)",
      "f(2,0,4,2,'java/lang/Object.<init>')",
      "f(2,4,1,5,'sys_read')",
      "f(1,7,3,4,'it\\'s \\\\ odd')",
    )
    expect(await read(text)).toEqual({
      lines: [
        'com.acme.Shop.main_[j] 2\n',
        'com.acme.Shop.main_[j];java.lang.Object.<init>_[i] 4\n',
        'com.acme.Shop.main_[j];sys_read_[k] 1\n',
        "it's \\ odd 3\n",
      ],
      warnings: [],
    })
  })

  it('reads the five types of 2.0 by their own order', async () => {
    const text = page(
      'level, left, width, type, title',
      "f(0,0,6,4,'all')",
      "f(1,0,3,0,'a/B.c')",
      "f(1,3,2,2,'read')",
      "f(1,5,1,1,'a/B.d')",
    )
    expect((await read(text)).lines).toEqual(['a.B.c_[j] 3\n', 'a.B.d_[i] 1\n', 'read_[k] 2\n'])
  })

  it('skips boxes that stand on nothing, tells their lines, and says when the page was cut', async () => {
    const text = page('level, left, width, type, title', "f(0,0,6,4,'all')", "f(3,0,3,0,'a/B.c')", "f(1,0,-3,0,'x')")
    const cut = text.slice(0, text.indexOf('</script>'))
    expect(await read(cut)).toEqual({
      lines: [' 6\n'],
      warnings: [
        ['lines-skipped', 2, 6],
        ['input-damaged', 1, 7],
      ],
    })
  })

  it('refuses a page without a box', async () => {
    await expect(read('<!DOCTYPE html>')).rejects.toMatchObject({ code: 'unreadable-profile' })
  })

  const reversed = (...boxes: string[]) => page('level, left, width, type, title', "f(0,0,10,3,'all')", ...boxes)
  it.each([
    [
      'threads of Java alone',
      reversed(
        "f(1,0,7,0,'a/Price.scan')",
        "f(2,0,4,0,'a/Shop.run')",
        "f(3,0,4,0,'java/lang/Thread.run')",
        "f(2,4,3,0,'a/Main.main')",
        "f(1,7,3,2,'read')",
        "f(2,7,3,0,'java/lang/Thread.run')",
      ),
      ['a.Main.main;a.Price.scan 3', 'java.lang.Thread.run;a.Shop.run;a.Price.scan 4', 'java.lang.Thread.run;read 3'],
    ],
    [
      'native frames, and a thread that waits in its start',
      reversed(
        "f(1,0,1,3,'start_thread')",
        "f(1,1,9,0,'a/Price.scan')",
        "f(2,1,9,0,'a/Shop.run')",
        "f(3,1,9,4,'thread_native_entry')",
        "f(4,1,9,4,'libc.so.6')",
      ),
      ['libc.so.6;thread_native_entry;a.Shop.run;a.Price.scan 9', 'start_thread 1'],
    ],
    [
      'threads, which stand first whatever the order',
      reversed("f(1,0,10,4,'[main tid=7]')", "f(2,0,10,0,'a/Price.scan')", "f(3,0,10,0,'a/Main.main')"),
      ['[main tid=7];a.Main.main;a.Price.scan 10'],
    ],
  ])('turns a page round that was written with `reverse`, and says so: %s', async (_, text, lines) => {
    const { profile, warnings } = await readAsyncProfilerHtml(chunksOf(text, 13))
    expect([...writeFolded(profile, { threads: true })].map((line) => line.trim())).toEqual(lines)
    expect(warnings.map(({ code }) => code)).toEqual(['stacks-turned-round'])
  })

  it.each([
    ['a busy main', reversed("f(1,0,9,4,'libc.so.6')", "f(2,0,9,4,'libjvm.so')", "f(3,0,9,0,'a/Main.main')"), 9],
    ['one frame', reversed("f(1,0,9,0,'a/Main.main')"), 9],
    ['threads that wait', reversed("f(1,0,9,0,'java/lang/Thread.run')", "f(2,0,4,0,'a/Job.run')"), 4],
  ])('leaves other pages as they are: %s', async (_, text, weight) => {
    const { lines, warnings } = await read(text)
    expect(lines.some((line) => line.endsWith(` ${weight}\n`))).toBe(true)
    expect(warnings).toEqual([])
    expect(lines.at(-1)).toMatch(/^(libc\.so\.6|a\.Main|java\.lang\.Thread)/)
  })
})
