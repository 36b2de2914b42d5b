import { expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { detectFormat } from '../detect.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { readThreadDump } from './thread-dump.ts'
import { readThreadDumpJson } from './thread-dump-json.ts'

const state = '   java.lang.Thread.State: RUNNABLE'
const dump = (second: number, leaf: string) =>
  [
    `2025-03-04 10:00:0${second}`,
    'Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, sharing):',
    '',
    '"main" #1 prio=5 os_prio=0 cpu=8.40ms tid=0x00007f10b0024a10 nid=0x11 waiting on condition  [0x00007f10b7a1c000]',
    '   java.lang.Thread.State: TIMED_WAITING (sleeping)',
    '\tat java.lang.Thread.sleep(java.base@17.0.9/Native Method)',
    '\tat shop.Main.main(Main.java:21)',
    '',
    '"till; lane "2"" #17 daemon prio=5 tid=0x00007f10b0131c20 nid=0x2b runnable  [0x00007f1090bfe000]',
    state,
    `\tat ${leaf}`,
    '\t- locked <0x00000000f0a01020> (a shop.Basket)',
    '\tat app//shop.Shop$$Lambda$14/0x00000008.run(Unknown Source)',
    '\tat java.lang.Thread.run(java.base@17.0.9/Thread.java:840)',
    '',
    '   Locked ownable synchronizers:',
    '\t- None',
    '',
    '"G1 Conc#0" os_prio=0 cpu=0.14ms elapsed=33.08s tid=0x00007f10b005c770 nid=0x13 runnable  ',
    '',
    'JNI global refs: 15, weak refs: 0',
    '',
  ].join('\n')
const read = async (text: string) => {
  expect(detectFormat(Buffer.from(text))).toEqual({ format: 'thread-dump', isSure: true })
  return await readThreadDump(chunksOf(text, 7))
}
const folded = async (text: string) => [...writeFolded((await read(text)).profile, { threads: true })]

it('takes each dump for a sample of every thread that has Java frames', async () => {
  const text =
    dump(0, 'shop.Price.scan(Price.java:40)') +
    dump(2, 'shop.Price.scan(Price.java:41)') +
    dump(4, 'shop.Cart.add(Cart.java:9)')
  const { profile, warnings } = await read(text)
  expect([...writeFolded(profile, { threads: true })]).toEqual([
    '[main tid=17];shop.Main.main;java.lang.Thread.sleep 3\n',
    '[till: lane "2" tid=43];java.lang.Thread.run;shop.Shop$$Lambda.run;shop.Cart.add 1\n',
    '[till: lane "2" tid=43];java.lang.Thread.run;shop.Shop$$Lambda.run;shop.Price.scan 2\n',
  ])
  expect(profile.strings).toContain('till; lane "2"')
  expect([...profile.samples.time]).toEqual([0, 0, 2000, 2000, 4000, 4000])
  expect(profile).toMatchObject({ unit: 'samples', provenance: { event: 'wall', durationMs: 4000 } })
  expect(warnings).toEqual([])
})

it.each([
  [
    'JDK 8',
    `Full thread dump\n\n"main" prio=5 tid=0x7f nid=0x11 runnable\n${state}\n\tat a.B.c(B.java)\n`,
    '[main tid=17];a.B.c',
  ],
  [
    'JDK 19',
    `17:\nFull thread dump X:\n"main" #1 prio=5 tid=0x7f nid=12 runnable\n${state}\n\tat a.B.c(B.java:1)\n`,
    '[main tid=12];a.B.c',
  ],
  [
    'JDK 21',
    `"main" #1 [12] prio=5 os_prio=0 tid=0x7f nid=12 runnable  [0x1]\n${state}\n\tat a.B.c(B.java:1)\n`,
    '[main tid=12];a.B.c',
  ],
  [
    'a file of jcmd',
    '17\n2025-03-04T10:00:00.5Z\n21.0.2+13\n\n#22 "a" virtual\n      java.base/java.lang.Thread.sleep(Thread.java:509)\n      a.B.c(B.java:1)\n',
    '[a tid=22];a.B.c;java.lang.Thread.sleep',
  ],
  [
    'a file of jcmd of JDK 25',
    '17\n2025-03-04T10:00:00.5Z\n25+36\n\n#22 "a" WAITING 2025-03-04T10:00:00.5Z\n    at java.base/java.lang.Object.wait0(Native Method)\n    - waiting on <java.lang.Object@5>\n    at a.B.c(B.java:1)\n',
    '[a tid=22];a.B.c;java.lang.Object.wait0',
  ],
  [
    'jstack -F of JDK 8',
    'Attaching to process ID 7, please wait...\nThread 12: (state = BLOCKED)\n - java.lang.Object.wait(long) @bci=0 (Compiled frame; information may be imprecise)\n - a.B.c(int) @bci=5, line=1, pc=0x7f, Method*=0x8 (Interpreted frame)\n',
    '[ tid=12];a.B.c;java.lang.Object.wait',
  ],
  [
    'jhsdb',
    `"a" #2 prio=5 tid=0x7f nid=12 runnable [0x0]\n${state}\n   JavaThread state: _thread_in_java\n - a.B.c(int[]) @bci=-1 (Compiled frame)\n\t- locked <0x1> (a a.B)\n - a.B.<init>() @bci=1 (Compiled frame)\n`,
    '[a tid=12];a.B.<init>;a.B.c',
  ],
  [
    'Windows',
    `Full thread dump\r\n"main" #1 tid=0x7f nid=0x11\r\n${state}\r\n\tat a.B.c(B.java)\r\n`,
    '[main tid=17];a.B.c',
  ],
  [
    'JDK 25 with a virtual thread on its carrier',
    `Full thread dump X:\n"f" #2 [12] daemon tid=0x7f  [0x0]\n   Carrying virtual thread #21\n\tat a.Carrier.call()\n\tat a.Carrier.run()\n   Mounted virtual thread #21\n\tat a.B.c()\n\tat a.V.run()\n${state}\n`,
    '[f tid=12];a.Carrier.run;a.Carrier.call;a.V.run;a.B.c',
  ],
  [
    'a log, before an exception',
    `"a" #2 tid=0x7f nid=12\n${state}\n2025-03-04 10:00:00.5 INFO x\n\tat a.B.c(B.java:1)\n\nx.Failure: no\n\tat a.C.d(C.java:1)\n`,
    '[a tid=12];a.B.c',
  ],
])('reads the text of %s', async (_, text, stack) => {
  expect(await folded(text)).toEqual([`${stack} 1\n`])
})

it('counts times from the earliest dump, and tells those that go back', async () => {
  const { profile, warnings } = await read(dump(4, 'a.B.c(B.java)') + dump(2, 'a.B.c(B.java)'))
  expect([...profile.samples.time]).toEqual([2000, 2000, 0, 0])
  expect(profile.provenance.durationMs).toBe(2000)
  expect(warnings).toMatchObject([{ code: 'times-go-back', count: 1, line: 22 }])
})

it('says which frames cannot be read', async () => {
  const { warnings } = await read(`"main" #1 tid=0x7f nid=0x11\n${state}\n\tat a.B.c(B.java)\n\tat a.B\n`)
  expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 1, line: 4 }])
})

it('reads a dump as JSON, with its virtual threads', async () => {
  const file = {
    threadDump: {
      processId: '7',
      threadContainers: [
        {
          container: '<root>',
          threads: [
            { tid: '3', name: 'main', stack: ['java.base/java.lang.Thread.sleep(Thread.java:540)', 'a.B.c(B.java:1)'] },
          ],
        },
        {
          container: 'x',
          threads: [
            { tid: 22, name: '', stack: ['a.B.d(B.java:2)', 'odd'] },
            { tid: 'x', stack: [] },
          ],
        },
      ],
    },
  }
  const text = JSON.stringify(file, null, 2)
  expect(detectFormat(Buffer.from(text))).toEqual({ format: 'thread-dump-json', isSure: true })
  const { profile, warnings } = await readThreadDumpJson(chunksOf(text, 7))
  expect([...writeFolded(profile, { threads: true })]).toEqual([
    '[ tid=22];a.B.d 1\n',
    '[main tid=3];a.B.c;java.lang.Thread.sleep 1\n',
  ])
  expect(warnings).toMatchObject([{ code: 'frames-missing', count: 1 }])
  const cut = await readThreadDumpJson(chunksOf(text.slice(0, text.indexOf('"container": "x"')), 7))
  expect([...writeFolded(cut.profile)]).toEqual(['a.B.c;java.lang.Thread.sleep 1\n'])
  expect(cut.warnings.map(({ code }) => code)).toEqual(['input-damaged'])
})
