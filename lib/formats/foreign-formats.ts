/**
 * Files that people have and that are not read: how each is recognised, and the way out. The first row that matches
 * wins, so narrow signs stand before wide ones: JSON of a tool before any XML or web page.
 */
import { readableFormats } from '../profile/model/format-ids.ts'
import { type ForeignFormat, importItsRecording, type Refusal, row, runPerfScript } from './foreign/foreign-row.ts'
import { jvmTools } from './foreign/jvm-tools.ts'
import { languages } from './foreign/languages.ts'
import { otherSystems } from './foreign/other-systems.ts'
import { systemTools } from './foreign/system-tools.ts'
import { type FileStart, isText } from './reading/file-start.ts'

export type { Refusal }

/** The way out where nothing better is known. */
export const anyReadable = `Import a recording that a profiler wrote, packed with gzip or not: ${readableFormats} (docs/formats.md).`

/** The refusal of JSON that no reader takes. `detectFormat` gives it, and the parser then tries all of them. */
export const unknownJson: Refusal = {
  hint: 'it is JSON, but of none of the profilers that Hearth can read',
  remedy: anyReadable,
}

const unpackFirst = 'Unpack it first.'
const toProto = 'Convert the recording with `pprof -proto BINARY FILE` and import the result.'

const foreignFormats: readonly ForeignFormat[] = [
  // One layer is unpacked already.
  row('\x1f\x8b', 'it is compressed with gzip, twice', unpackFirst),
  row(/^BZh\d1AY/, 'it is compressed with bzip2', unpackFirst),
  row('\xfd7zXZ', 'it is compressed with xz', unpackFirst),
  row('\x28\xb5\x2f\xfd', 'it is compressed with zstd', unpackFirst),
  row('\x04\x22\x4d\x18', 'it is compressed with lz4', unpackFirst),
  // Before zip: recordings of Instruments and PerfView are zip archives, which the names of their files tell apart.
  ...otherSystems,
  row('PK\x03\x04', 'it is a zip archive', unpackFirst),
  row(/^(7z\xbc\xaf'|Rar!)/, 'it is an archive of 7-Zip or RAR', unpackFirst),
  row((text) => text.startsWith('ustar', 257), 'it is a tar archive', unpackFirst),
  row(
    (text) => isText(text) && !text.includes('\n') && /\r./.test(text),
    'its lines end with a carriage return alone',
    "Convert it with `tr '\\r' '\\n'` and import the result.",
  ),
  row('\xdc\xdfJSLB', 'it is of the Firefox Profiler in its binary form', 'Save the profile as JSON there.'),
  row(/^(PERFILE2|PERFFILE|2ELIFREP)/, 'it is a perf.data file', 'Run `perf script` and import its text.'),
  ...systemTools,
  row(/^\s*Percent *\|\s*Source code & Disassembly of /, 'it is text of perf annotate', runPerfScript),
  row(/^\{\s*"linux-perf-json-version"/, 'it is JSON of `perf data convert`', runPerfScript),
  row(/^\{"type": ?"(attached_probes|map|time|printf)"/, 'it is JSON of bpftrace', 'Run bpftrace without `-f json`.'),
  row(isLegacyPprof, 'it is a legacy CPU profile of pprof', toProto),
  row(
    /^(heap profile: |--- (contentionz?|heapz?|growthz?|threadz?|mutex|symbol)\b|\w+ profile: total \d)/,
    'it is a legacy profile of pprof',
    toProto,
  ),
  row(/^(Comment: [^\n]*\n)*PeriodType: /, 'it is a text dump of a pprof profile', toProto),
  row(
    /^((File|Build ID|Type|Time|Duration|Doc|Comment): [^\n]*\n|Active filters:\n( [^\n]*\n)*|(Entering interactive|\(pprof\)|Using local|Main binary|Some binary)[^\n]*\n)*(Showing (top )?(nodes accounting for|\d+ nodes)|-{10,}\+-{10,}|Total: \d[\d.]* ?([A-Za-z_]\w*)?\n(ROUTINE |\s*[\d.]+ +[\d.]+% )| *\S+: Total \d[\d.]*([A-Za-z_]\w*)?\n)/,
    'it is a report of pprof',
    toProto,
  ),
  ...languages,
  ...jvmTools,
  row(
    /^"?level"?[,;]"?value"?[,;]|^"?Symbol"?[,;]"?Self"?[,;]"?Total"?/,
    'it is a table of Grafana as CSV',
    'Export the flame graph there as pprof or JSON.',
  ),
  row(
    /^\{(?=[^{}[\]]*"(name|n)"\s*:)(?=[^{}[\]]*"(value|v)"\s*:)[^{}[\]]*"(children|c)"\s*:\s*\[/,
    'it is JSON of d3-flame-graph',
    'Import the folded stacks that it was made of.',
  ),
  row(
    /^\{\s*"(flamegraph"\s*:\s*\{\s*"root"|flamegraphArrow"|callgraph")\s*:/,
    'it is an answer of Parca as JSON',
    'Download the profile as pprof there and import that.',
  ),
  row(/^(strict )?(di)?graph [^;\n]*\{\n/, 'it is a graph of Graphviz', importItsRecording),
  row(/^(<\?xml[^]*)?<svg|^<!DOCTYPE svg/, 'it is a drawing', importItsRecording),
  row(/^(\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP)/s, 'it is an image', importItsRecording),
  row(/^%PDF-\d/, 'it is a PDF', importItsRecording),
  row(
    // A frame's name may begin with MZ.
    (text) => /^(\x7fELF|\xca\xfe\xba\xbe|MZ)/.test(text) && !isText(text),
    'it is a program',
    'Profile it, and import the recording.',
  ),
  row(/^<\?xml/, 'it is XML of no profiler that Hearth knows', anyReadable),
  row(
    /^\s*<!doctype html>(?=[^]*async-profiler)[^]*heat ?map/i,
    'it is a heat map of async-profiler',
    'Import its recording (.jfr).',
  ),
  row(/^<!doctype/i, 'it is a web page, but none that Hearth or async-profiler wrote', importItsRecording),
  row(
    areStacksWithoutCounts,
    'its lines have stacks and no counts',
    'Count them with `sort FILE | uniq -c` and import the result.',
  ),
]

/** Says why a file that begins so is refused, and the way out; null where it is none of these. */
export function findForeignFormat(start: Pick<FileStart, 'text'>): Refusal | null {
  const text = toPlainText(start.text)
  // Without comments at its start, too: many tools write some before their own header.
  const found =
    findRow(text) ?? (text.startsWith('#') ? findRow(text.replace(/^(#[^\n]*\n(?:[ \t]*\n)*)+/, '')) : undefined)
  return found === undefined ? null : { hint: found.hint, remedy: found.remedy }
}

function findRow(text: string): ForeignFormat | undefined {
  return foreignFormats.find(({ sign }) => {
    if (typeof sign === 'string') return text.startsWith(sign)
    return sign instanceof RegExp ? sign.test(text) : sign(text)
  })
}

/** Gives text with \n at line ends, without a byte-order mark and blank lines at its start; other bytes unchanged. */
function toPlainText(text: string): string {
  if (!isText(text)) return text
  return text.replaceAll('\r\n', '\n').replace(/^(?:\xef\xbb\xbf)?(?:[ \t]*\n)*/, '')
}

/**
 * Whether it begins as a legacy CPU profile of pprof: numbers of 4 or 8 bytes, in either byte order: 0, 3, the version
 * (0 or 1), the period, 0.
 *
 * Source: gperftools, docs/cpuprofile-fileformat.html.
 */
function isLegacyPprof(text: string): boolean {
  return [4, 8].some((size) => {
    const bytesOf = (index: number) =>
      Array.from(text.slice(index * size, (index + 1) * size), (one) => one.charCodeAt(0))
    const isBigEndian = text.charCodeAt(2 * size - 1) === 3
    // NaN for one above 255: those that are checked are small.
    const number = (index: number): number => {
      const [first = Number.NaN, ...rest] = isBigEndian ? bytesOf(index).toReversed() : bytesOf(index)
      return rest.length === size - 1 && rest.every((byte) => byte === 0) ? first : Number.NaN
    }
    return number(0) === 0 && number(1) === 3 && number(2) <= 1 && number(4) === 0
  })
}

/**
 * Whether these are whole stacks, one line for each time that a stack was met, as eflame (of Erlang) writes them: at
 * least one repeats. Only the first 999 lines are looked at, without the last one of the text, which may be cut.
 */
function areStacksWithoutCounts(text: string): boolean {
  const lines = text.split('\n', 1000).slice(0, -1)
  const isRepeated = new Set(lines).size < lines.length
  return (
    isRepeated && lines.every((line) => /^[^\s;"{][^;"{]*(;[^;"{]+)+$/.test(line) && !/\s[\d.,+e-]+\s*$/.test(line))
  )
}
