/** `hearth experiment results`: what a load generator reported. */
import { open } from 'node:fs/promises'
import { Problem } from '../../errors.ts'
import { loadFormats, omissionTexts } from '../../contract/load-formats.ts'
import type { LabelResults, LoadResults } from '../../experiment/load/load-results.ts'
import { readLoadResults } from '../../experiment/load/read-load-results.ts'
import { formatTable } from '../plain-text.ts'
import { assertFile } from '../paths.ts'
import type { CommandStreams } from '../streams.ts'
import { formatCount, formatCountOf, formatDuration, formatMilliseconds } from '../../profile/format/units.ts'

interface ResultsFlags {
  readonly json?: boolean | undefined
  readonly format?: string | undefined
}

/** Gives the exit code. Throws: Problem. */
export async function printResults(
  file: string,
  { json, format }: ResultsFlags,
  { stdin, stdout }: CommandStreams,
): Promise<number> {
  const expected = loadFormats.find((one) => one === format)
  if (format !== undefined && expected === undefined)
    throw new Problem('invalid-request', { what: `--format: one of ${loadFormats.join(', ')}` })
  if (file !== '-') assertFile(file)
  const results = await readLoadResults(file === '-' ? stdin : readInPieces(file), { expected })
  stdout.write(json === true ? `${JSON.stringify(results, null, 2)}\n` : formatResults(results))
  return 0
}

/** Bytes of a file of load results that are read at a time. */
const resultsPieceBytes = 65_536
/** Beyond this no reader keeps a piece: what it keeps of a file is limited to as much. */
const keptBytes = 2 ** 24

/**
 * One buffer for the many pieces of a large file: a new one for each would be as much memory as the collector leaves
 * lying about.
 */
export async function* readInPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    let buffer = new Uint8Array(resultsPieceBytes)
    for (let total = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, resultsPieceBytes)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      total += bytesRead
      if (total <= keptBytes + resultsPieceBytes) buffer = new Uint8Array(resultsPieceBytes)
    }
  } finally {
    await file.close()
  }
}

function formatResults(results: LoadResults): string {
  const { format, seconds, total, labels, omission, notes } = results
  const rows = labels.length === 1 && !labels[0]!.isTransaction ? [total] : [...labels, total]
  const texts = [omissionTexts[omission], ...notes].filter((text) => text !== null)
  return [
    `${format}: ${formatCountOf(total.requests, 'request')} in ${formatDuration(seconds * 1000)}, ${formatCount(total.errors)} failed\n\n`,
    formatTable([
      ['LABEL', 'REQUESTS', 'FAILED', 'PER SECOND', 'P50 MS', 'P90', 'P95', 'P99', 'P99.9', 'MAX'],
      ...rows.map(rowOf),
    ]),
    texts.length > 0 ? `\n${texts.map((text) => `${text}\n`).join('')}` : '',
  ].join('')
}

function rowOf({ label, isTransaction, requests, errors, perSecond, latency }: LabelResults): string[] {
  const { p50, p90, p95, p99, p999, max } = latency
  const milliseconds = [p50, p90, p95, p99, p999, max].map((value) =>
    value === null ? '-' : formatMilliseconds(value),
  )
  return [
    isTransaction ? `${label} (transaction)` : label,
    formatCount(requests),
    formatCount(errors),
    perSecond.toFixed(1),
    ...milliseconds,
  ]
}
