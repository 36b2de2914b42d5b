/** The results of a load generator, whichever it is. */
import { Problem } from '../../errors.ts'
import { peek, readAll } from '../../formats/reading/byte-stream.ts'
import { inUtf8 } from '../../formats/reading/utf8.ts'
import { readHey } from './hey.ts'
import { readK6, readVegeta } from './json-lines.ts'
import { readJtlCsv } from './jtl-csv.ts'
import { readJtlXml } from './jtl-xml.ts'
import type { LoadFormat } from '../../contract/load-formats.ts'
import type { LoadResults } from './load-results.ts'
import { createRequestSummary, type OneRequest, type RequestSummary } from './summarise-requests.ts'
import { UnreadableText } from './text-lines.ts'
import { readWrk } from './wrk.ts'

/** Bytes at the beginning of a file of load results by which its format is recognised. */
const loadHeadBytes = 65_536
/** And so much the formats that are read while they grow: a slow load takes long to write more. */
const firstLineBytes = 256
/** In bytes: the longest output of wrk that is read; more is no text that wrk prints. */
const wrkBytes = 16 * 2 ** 20

interface LoadReadOptions {
  /** The results are in this format or not read at all. */
  readonly expected?: LoadFormat | undefined
  /** ms, of `LoadResults.since`. */
  readonly since?: number | null
  /** As they come: the stream may be a file that grows. */
  readonly onRequest?: (request: OneRequest) => void
}

type DetectedLoad =
  | { readonly format: Exclude<LoadFormat, 'jtl'> }
  | { readonly format: 'jtl'; readonly separator: string | null }
  | { readonly foreign: string; readonly remedy: string }

/**
 * Reads a stream to its end, in memory that does not grow with it.
 *
 * Throws: Problem `unreadable-results` for a file that is empty, foreign, damaged or cut off; what `chunks` throws.
 */
export async function readLoadResults(
  chunks: AsyncIterable<Uint8Array>,
  { expected, since = null, onRequest }: LoadReadOptions = {},
): Promise<LoadResults> {
  const { head, all } = await peek(inUtf8(chunks), onRequest === undefined ? loadHeadBytes : firstLineBytes)
  const text = new TextDecoder().decode(head.subarray(0, loadHeadBytes))
  if (text.trim() === '') throw new Problem('unreadable-results', { reason: 'the file is empty' })
  const detected = detectLoadFormat(text)
  if ('foreign' in detected)
    throw new Problem('unreadable-results', { reason: detected.foreign, remedy: detected.remedy })
  if (expected !== undefined && detected.format !== expected)
    throw new Problem('unreadable-results', {
      reason: `the file is of ${detected.format}, not of ${expected}`,
      remedy: 'Correct the format, or the file that it names.',
    })
  try {
    return await readAs(detected, all, createRequestSummary(since, onRequest))
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    throw new Problem('unreadable-results', { reason: error.message }, { cause: error })
  }
}

async function readAs(
  detected: Exclude<DetectedLoad, { foreign: string }>,
  all: AsyncIterable<Uint8Array>,
  summary: RequestSummary,
): Promise<LoadResults> {
  switch (detected.format) {
    case 'jtl':
      return await (detected.separator === null
        ? readJtlXml(all, summary)
        : readJtlCsv(all, detected.separator, summary))
    case 'k6':
      return await readK6(all, summary)
    case 'vegeta':
      return await readVegeta(all, summary)
    case 'hey':
      return await readHey(all, summary)
    case 'wrk':
    case 'wrk2':
      return readWrk(new TextDecoder().decode(await readAll(all, wrkBytes)), detected.format)
  }
}

function detectLoadFormat(text: string): DetectedLoad {
  const line = text.trimStart().split(/\r?\n/, 1)[0]!
  if (/^\s*</.test(text)) return detectXml(text)
  if (/^\s*[{[]/.test(text)) return detectJson(line, text)
  const separator = /^"?timeStamp"?([,;\t|])/.exec(line)?.[1] ?? /^\d{13}([,;\t|])\d+\1/.exec(line)?.[1]
  if (separator !== undefined) return { format: 'jtl', separator }
  const dated = /^\d{4}[/-]\d\d[/-]\d\d[ T][\d:.]+([,;\t|])\d+\1/.exec(line)?.[1]
  if (dated !== undefined) return { format: 'jtl', separator: dated }
  if (line.startsWith('response-time,')) return { format: 'hey' }
  if (/^Running .+ test @ /m.test(text))
    return { format: /Thread calibration|HdrHistogram/.test(text) ? 'wrk2' : 'wrk' }
  return detectForeignText(line, text)
}

function detectXml(text: string): DetectedLoad {
  const root = /<([A-Za-z_][\w.-]*)/.exec(text.replace(/<!--[\s\S]*?-->/g, ''))?.[1] ?? 'nothing'
  if (root === 'testResults') return { format: 'jtl', separator: null }
  if (root === 'jmeterTestPlan')
    return { foreign: 'this is a test plan of JMeter', remedy: 'Name the file that -l writes.' }
  return { foreign: `this is XML that begins with <${root}>`, remedy: 'Name the file that JMeter writes with -l.' }
}

function detectJson(line: string, text: string): DetectedLoad {
  if (line.includes('"metric":') && /"type":\s*"(Metric|Point)"/.test(line)) return { format: 'k6' }
  if (line.includes('"latency":') && line.includes('"timestamp":')) return { format: 'vegeta' }
  if (/"root_group"|"http_req_duration":/.test(text))
    return {
      foreign: "this is k6's summary, which has no requests",
      remedy: 'Run k6 with --out json=FILE and name that file.',
    }
  if (/"sampleCount":/.test(text))
    return {
      foreign: "this is statistics.json of JMeter's report, which has no requests",
      remedy: 'Name the file that JMeter writes with -l.',
    }
  if (/"latencies":/.test(text))
    return {
      foreign: "this is vegeta's report, which has no requests",
      remedy: 'Write the results with: vegeta encode --to json',
    }
  return {
    foreign: 'this is JSON of another kind',
    remedy: 'docs/experiments.md lists the load generators and their options.',
  }
}

/** How zip, gzip, zstd, bzip2 and xz begin, where bytes that are no text are U+FFFD. */
const compressed = ['PK\u0003\u0004', '\u001f\ufffd', '(\ufffd/\ufffd', 'BZh', '\ufffd7zXZ']

function detectForeignText(line: string, text: string): DetectedLoad {
  const remedy = 'docs/experiments.md lists the load generators and their options.'
  if (compressed.some((beginning) => text.startsWith(beginning)))
    return { foreign: 'the file is compressed', remedy: 'Unpack it first.' }
  if (line.startsWith('metric_name,timestamp,'))
    return { foreign: "this is k6's CSV", remedy: 'Run k6 with --out json=FILE and name that file.' }
  if (/^\d{19},\d+,\d+,/.test(line))
    return { foreign: "this is vegeta's CSV", remedy: 'Write the results with: vegeta encode --to json' }
  // gob, the own form of vegeta, names the fields of its type first.
  const beginning = text.slice(0, 200)
  if (beginning.includes('Result') && beginning.includes('Attack') && beginning.includes('Timestamp'))
    return {
      foreign: 'these are results of vegeta in its own form',
      remedy: 'Write the results with: vegeta encode --to json',
    }
  if (/^RUN\t/m.test(text)) return { foreign: 'this is a simulation.log of Gatling, which is not read yet', remedy }
  if (/^Response time histogram:/m.test(text))
    return { foreign: "this is hey's summary, which has no requests", remedy: 'Run hey with -o csv.' }
  return { foreign: 'no load generator that Hearth knows writes this', remedy }
}
