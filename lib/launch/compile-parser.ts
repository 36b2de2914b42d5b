/**
 * Writes V8's code cache of the bundled parser into the directory that is the argument. The cache holds the functions
 * that have run here, so later starts do not compile them. build-parser.ts starts this program with the flags of the
 * parser, since V8 takes a cache only under the flags with which it was made.
 */
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parserJobSchema } from '../contract/parser-job.ts'
import { compiledScriptName, loadParserScript } from '../parser/parser-script.ts'

const directory = process.argv[2]!

/**
 * Most captures and imports are of these two formats: folded stacks, and the text of `perf script`. The lines have a
 * frame of each kind (Java, native, kernel), so that the code for it runs.
 */
const recordings = [
  `java;java.lang.Thread.run;com.acme.Shop$Cart.total;libc.so.6\`malloc 12
java;java.lang.Thread.run;com.acme.Shop.lambda$0_[j];[unknown] 3
`,
  `java 4711/4712 [001] 12.345678:     250000 cpu-clock:
\t    7f3a4c2b1234 Lcom/acme/Shop;::total+0x14 (/tmp/perf-4711.map)
\t    7f3a5d0e98a1 _ZN9JavaCalls11call_helperEP9JavaValueRK12methodHandleP17JavaCallArgumentsP10JavaThread+0x31 (/usr/lib/jvm/lib/server/libjvm.so)
\tffffffff81a2b3c4 do_syscall_64+0x5c ([kernel.kallsyms])

`,
]

const { parser, script } = loadParserScript(directory)
const job = JSON.stringify(parserJobSchema.parse({ format: 'guess' }))
for (const recording of recordings) {
  const input = Readable.from([Buffer.from(`${job}\n${recording}`)])
  await parser.parseJob(input, () => undefined) // the profiles are not needed
}
await writeFile(`${directory}/${compiledScriptName}`, script.createCachedData())
