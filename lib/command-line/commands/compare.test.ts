import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { mergeProfiles } from '../../profile/merge/merge-profiles.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { compareFiles, readCompareOptions } from './compare.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-compare-'))
const [monday, friday, notes] = ['monday.folded', 'friday.folded', 'notes.txt'].map((name) =>
  join(directory, name),
) as [string, string, string]
beforeAll(() => {
  writeFileSync(monday, 'main;shop.Cart.total 900\nmain;shop.Price.find 100\n')
  writeFileSync(friday, 'main;shop.Cart.total 900\nmain;shop.Price.find 500\n')
  writeFileSync(notes, 'not a recording\n')
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Any file of this host. */
const program = import.meta.filename

const recordings = new URL('../../formats/golden/', import.meta.url).pathname
const heap = join(recordings, 'pprof/go-1.26-heap.pb.gz')
/** Of async-profiler: CPU, wall clock, allocations, locks, native memory. */
const jfr = join(recordings, 'jfr/async-profiler-4.6.jfr.gz')

/** Gives the path of the file. */
function writeProfile(name: string, profile: Profile): string {
  const file = join(directory, `${name}.hearth.gz`)
  writeFileSync(file, gzipSync(encodeProfile(profile)))
  return file
}

function writeOfPerf(name: string, diagram: string): string {
  const profile = profileFromDiagram(diagram)
  const provenance = { ...profile.provenance, engine: 'perf', vantage: 'host' as const, event: 'cpu' }
  return writeProfile(name, { ...profile, provenance })
}

async function compare(...args: readonly string[]) {
  let [stdout, stderr] = ['', '']
  const streams = {
    stdout: { write: (text: Uint8Array | string) => (stdout += text.toString()) },
    stderr: { write: (text: string) => (stderr += text) },
  }
  const exitCode = await compareFiles(readCompareOptions(args), readConfig({}), streams, AbortSignal.timeout(120_000))
  return { exitCode, stdout, stderr }
}

// Each call starts two parsers, which give way to all else on the machine.
describe('hearth compare of two files', { timeout: 120_000 }, () => {
  it('reports what differs, and fails a pipeline by it', async () => {
    const { exitCode, stdout, stderr } = await compare('--fail-if', '+5% shop', monday, friday)
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: '' })
    expect(stdout).toMatch(
      /^Before: .*monday\.folded, CPU, 1,000 samples\nAfter: .*friday\.folded, CPU, 1,400 samples\n/,
    )
    expect(stdout).toMatch(/\n10% +35\.7% +\+25\.7 +\S+ to \S+ +shop\.Price\.find\n/)
    // The answer comes first, what the samples can tell last.
    const lines = stdout.split('\n').filter(Boolean)
    expect(lines[2]).toMatch(/^Significant: 2 classes, 2 functions: .*shop\.Price 10% → 35\.7%\.$/)
    expect(lines[3]).toBe('Compared by share alone: the lengths are not known.')
    expect(stdout.match(/by share alone/g)).toHaveLength(1)
    expect(lines.at(-2)).toMatch(
      /^Record both for longer to detect smaller changes\. Now a frame at 1% self is detected if it grows to /,
    )
    expect(stdout).toContain('FAILED +5% shop: shop.Price.find +25.7 points')
  })

  it('says of two engines that they can differ without a change, in the answer and of a condition', async () => {
    const write = (engine: string, prices: number) => {
      const profile = profileFromDiagram(`Shop.run Shop.run\nCart.total Price.find\n900 ${prices}`)
      const provenance = { ...profile.provenance, engine, event: 'cpu' }
      return writeProfile(`${engine}-${prices}`, { ...profile, provenance })
    }
    const { exitCode, stdout } = await compare(
      ...['--fail-if', '+5% Price.find', write('async-profiler', 100), write('jfr', 500)],
    )
    expect(exitCode).toBe(3)
    const [, , answer] = stdout.split('\n')
    expect(stdout).toMatch(/^async-profiler → JFR, perhaps by the engine: .*Price/m)
    expect(stdout).toMatch(/\. Two engines can differ so without a change of the program\.$/m)
    expect(stdout).toMatch(
      /^FAILED \+5% Price\.find: .* points.*; compared were two engines, async-profiler → JFR, which can differ without a change$/m,
    )
    expect(answer).not.toContain('Significant')
    const same = await compare(write('async-profiler', 100), write('jfr', 100))
    expect(same.stdout).toContain('async-profiler → JFR: no significant difference in what both engines show.')
  })

  it('says that a side is a part of the other, merged one', async () => {
    const recorded = (name: string, startedAt: number) => {
      const profile = profileFromDiagram('Shop.run Shop.run\nCart.sum Price.find\n900 100')
      const target = { container: name }
      return { ...profile, provenance: { ...profile.provenance, event: 'cpu', startedAt, durationMs: 1000, target } }
    }
    const [monday, tuesday, friday] = [recorded('monday', 1), recorded('tuesday', 2), recorded('friday', 3)]
    const merged = writeProfile('merged', mergeProfiles([monday, tuesday]))
    const { stdout } = await compare(writeProfile('monday', monday), merged)
    expect(stdout).toMatch(/^Both sides hold the recording monday: what they share cannot differ/m)
    expect((await compare(writeProfile('friday', friday), merged)).stdout).not.toContain('Both sides hold')
    const both = writeProfile('both', mergeProfiles([monday, tuesday, friday]))
    expect((await compare(merged, both)).stdout).toMatch(/^Both sides hold 2 recordings: /m)
  })

  it('says of one engine what cannot be compared, since one side lost callers', async () => {
    const whole = writeOfPerf('whole', 'start_thread_[n]\nShop.run\nCart.sum\n1000')
    const lossy = writeOfPerf('lossy', 'start_thread_[n] Cart.sum\nShop.run .\nCart.sum .\n600 400')
    const { exitCode, stdout } = await compare('--fail-if=+5% Shop.run', lossy, whole)
    expect(stdout).toMatch(
      /^To compare totals, record both with async-profiler or JFR, or with -XX:\+PreserveFramePointer\. Now a frame at 1% self is /m,
    )
    expect((await compare(whole, lossy)).stdout).not.toContain('longer')
    const alike = writeOfPerf('alike', 'start_thread_[n] Cart.sum\nShop.run .\nCart.sum .\n601 400')
    expect((await compare(lossy, alike)).stdout).toMatch(/^Record both for .*longer to detect /m)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(
      /^No significant difference.*; before lost the callers of 40% of its stacks: totals cannot be/m,
    )
    expect(stdout).toMatch(/^Not comparable, as before lost the callers of 40% of its stacks: .*Shop\.run 60% → 100%/m)
    expect(stdout).toContain(
      'NOT DECIDED +5% Shop.run: Shop.run 60% → 100% cannot be compared: before lost the callers of 40% of its stacks.',
    )
  })

  it('decides nothing by [unknown], in which stacks that lost their callers begin, and fails where a method grew', async () => {
    const whole = writeOfPerf(
      'named',
      'start_thread_[n] start_thread_[n]\nShop.run Shop.run\nCart.sum Price.find\n900 100',
    )
    const lossyOf = (prices: number) =>
      writeOfPerf(
        `unknown-${prices}`,
        `start_thread_[n] start_thread_[n] [unknown]_[n] [unknown]_[n]
         Shop.run         Shop.run         Cart.sum      Price.find
         Cart.sum         Price.find       .             .
         50               10               ${940 - prices} ${prices}`,
      )
    const lost = await compare('--fail-if=+5%', whole, lossyOf(90))
    expect(lost.exitCode).toBe(1)
    expect(lost.stdout).toMatch(/^No significant difference.*; after lost the callers of 94% of its stacks/m)
    expect(lost.stdout).toMatch(
      /^NOT DECIDED \+5%: .* cannot be compared: after lost the callers of 94% of its stacks\.$/m,
    )
    const grown = await compare('--fail-if=+5%', whole, lossyOf(600))
    expect(grown.exitCode).toBe(3)
    expect(grown.stdout).toMatch(/^FAILED \+5%: Price\.find /m)
  })

  it('compares by cost per second, as by id, where both files say how long they took', async () => {
    const [first, second] = ['first.folded', 'second.folded'].map((name) => join(directory, name)) as [string, string]
    // The method costs what it cost; another one is new, and makes its share smaller.
    writeFileSync(first, '##hearth:length-ms=10000\nmain;shop.Cart.total 900\nmain;shop.Price.find 100\n')
    writeFileSync(second, '##hearth:length-ms=10000\nmain;shop.Cart.total 900\nmain;shop.Price.find 4000\n')
    const { stdout } = await compare(first, second)
    expect(stdout).toMatch(/^Before: .*first\.folded, CPU, 1,000 samples, 10 s\n/)
    expect(stdout).not.toContain('by share alone')
    expect(stdout).toMatch(/\nSignificant: .*: shop\.Price 10% → 81\.6%\.\n/)
  })

  it('says that the JIT compilers are the cause, not how their threads start', async () => {
    const [warm, cold] = ['warm.folded', 'cold.folded'].map((name) => join(directory, name)) as [string, string]
    const loop =
      '__clone;start_thread;thread_native_entry;JavaThread::thread_main_inner;CompileBroker::compiler_thread_loop'
    writeFileSync(warm, 'shop.Main.main;shop.Cart.total 990\n')
    writeFileSync(cold, `shop.Main.main;shop.Cart.total 400\n${loop};PhaseCFG::a 300\n${loop};Parse::b 300\n`)
    const { stdout } = await compare(warm, cold)
    expect(stdout).toMatch(/\nSignificant: .*JIT compilation 0% → 60%\./)
    expect(stdout).toMatch(/CompileBroker::compiler_thread_loop +and \d+ on the same stacks\n/)
    expect(stdout).not.toContain('__clone')
  })

  it('passes where conditions are not met, but not where neither file has such a name', async () => {
    const { exitCode, stdout } = await compare('--fail-if=+30% shop', '--fail-if=+5% com.typo', monday, friday)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(
      /\n\nNot met: \+30% shop\nNOT DECIDED \+5% com\.typo: No package, class or function of this name is in either profile\.\n$/,
    )
  })

  it('says that too few samples decide nothing, and fails a pipeline by that', async () => {
    const [two, three] = ['two.folded', 'three.folded'].map((name) => join(directory, name)) as [string, string]
    writeFileSync(two, 'main;shop.Cart.total 2\n')
    writeFileSync(three, 'main;shop.Cart.total 2\nmain;shop.Price.find 1\n')
    const { exitCode, stdout } = await compare('--fail-if=+5% shop', '--fail-if=+5% main', two, three)
    expect(exitCode).toBe(1)
    const lines = stdout.split('\n')
    expect(lines[2]).toMatch(/^Not certain: .*\. Samples are too few: record both for much longer\.$/)
    expect(lines).toContain(
      'NOT DECIDED +5% shop: shop.Price.find +33.3 points may be noise. Samples are too few: record both for much longer.',
    )
    expect(lines.at(-2)).toMatch(/^NOT DECIDED \+5% main: Record both for much longer: /)
    const json = await compare('--json', '--fail-if=+5% shop', two, three)
    expect(json.exitCode).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      crossed: [],
      undecided: [{ condition: '+5% shop', reason: expect.stringContaining('may be noise') as string }],
    })
  })

  it('says that samples without times are the cause where they are enough, not that more of them would tell', async () => {
    const [before, after] = ['idle.folded', 'pricing.folded'].map((name) => join(directory, name)) as [string, string]
    // Nothing is alike, so all that differs seems to be noise.
    const callers = Array.from({ length: 10 }, (_, index) => `shop.Web.step${index}`).join(';')
    writeFileSync(before, '[libc.so.6];entry;do_syscall;futex;wait 12\n[libc.so.6];thread;run;compile;c2 11\n')
    writeFileSync(
      after,
      `${callers};shop.pricing.Rules.find 216\n${callers};shop.pricing.Rules.find;shop.pricing.Rules.discount 220\nmain;poll 80\n`,
    )
    const { exitCode, stdout } = await compare('--fail-if=+5% shop.pricing', before, after)
    const cause =
      'Samples have no times, so noise is guessed from functions that did not change: compare recordings with times, such as JFR, or profiles that Hearth captured.'
    expect(stdout).toMatch(/^Not certain: shop\.pricing\.Rules\.find 0% → 84\.5%\. /m)
    expect(stdout.split('\n')[2]).toContain(cause)
    expect(stdout).toContain(
      `\nNOT DECIDED +5% shop.pricing: shop.pricing.Rules.find +84.5 points may be noise. ${cause}\n`,
    )
    expect(stdout).not.toContain('longer')
    expect(exitCode).toBe(1)
  })

  it('answers programs', async () => {
    const { exitCode, stdout } = await compare('--json', '--fail-if=+30%', monday, friday)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      before: { file: monday, event: 'cpu', unit: 'samples', total: 1000, durationMs: null },
      after: { file: friday, total: 1400 },
      crossed: [],
      undecided: [],
    })
  })

  it('compares the first event that both hold, or the one that is asked for', async () => {
    const first = await compare(jfr, jfr)
    expect(first.stdout).toMatch(/^Before: .*, CPU, 59 samples, 956 ms\n/)
    expect(first.stdout).toContain('No significant difference in shares.')
    expect(first.stdout).not.toContain('by share alone')
    expect(first.stderr).toBe('Compared: cpu. Both files also hold wall, alloc, lock, native-memory: see --event.\n')
    const chosen = await compare('--event=alloc', '--json', jfr, jfr)
    expect(JSON.parse(chosen.stdout)).toMatchObject({ before: { event: 'alloc', unit: 'bytes' } })
    expect(chosen.stderr).toBe('')
    await expect(compare('--event=lock', jfr, monday)).rejects.toMatchObject({
      facts: { what: `--event=lock: ${monday} holds cpu` },
    })
  })

  it('says which file cannot be read, or why the two cannot be compared', async () => {
    expect(await compare(monday, notes)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^.*notes\.txt: Hearth cannot read this file: .*\nImport a recording/) as string,
    })
    await expect(compare(monday, heap)).rejects.toThrow('one counts samples and the other bytes')
    // Its name says its event.
    const wall = join(directory, 'friday.wall.folded')
    copyFileSync(friday, wall)
    await expect(compare('--fail-if=+5%', monday, wall)).rejects.toThrow('their events are CPU and Wall clock')
  })

  it.each([
    [[], 'missing BEFORE'],
    [[program], 'missing AFTER'],
    [[program, 'tuesday.jfr'], 'there is no file tuesday.jfr'],
    [['last-deploy', program], `${program} is a file and last-deploy a profile of a dashboard: name two files`],
    [['c1b', 'friday'], "c1b is no file, and no profile's id or link: give last-deploy, or at least 4 digits of an id"],
    [['tuesday.jfr', 'friday'], "tuesday.jfr is no file, and no profile's id or link: give last-deploy, or one of"],
    [['last-deploy', 'friday'], "friday is no file, and no profile's id or link: give one of `hearth profiles`"],
    [['--event=cpu', 'last-deploy', 'a'.repeat(32)], '--event is for files'],
  ])('tells a wrong use before a dashboard is looked for: %j', (args, what) => {
    expect(() => readCompareOptions(args)).toThrow(what)
  })
})
