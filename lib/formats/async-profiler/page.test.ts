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
})
