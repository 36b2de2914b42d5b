/**
 * hey's CSV (`hey -o csv`): one line for each request that was answered, without a clock.
 *
 * Source: https://github.com/rakyll/hey
 */
import { Problem } from '../../errors.ts'
import type { LoadResults } from './load-results.ts'
import type { RequestSummary } from './summarise-requests.ts'
import { eachCsvRecord } from './text-lines.ts'

/** Reads the CSV of hey. Throws: Problem `unreadable-results` with the line. */
export async function readHey(chunks: AsyncIterable<Uint8Array>, summary: RequestSummary): Promise<LoadResults> {
  let names: readonly string[] | null = null
  await eachCsvRecord(chunks, ',', (record, line) => {
    if (names === null) {
      names = Array.from({ length: record.count }, (_, field) => record.text(field))
      return
    }
    const own = names
    const numberAt = (name: string) => {
      const text = record.text(own.indexOf(name))
      if (record.count === own.length && /^\d+(\.\d+)?$/.test(text)) return Number(text)
      throw new Problem('unreadable-results', {
        reason: `line ${line} of hey's results cannot be read: no ${name}; it may be cut off there`,
      })
    }
    const status = numberAt('status-code')
    summary.add({
      label: 'requests',
      startMs: numberAt('offset') * 1000,
      elapsedMs: numberAt('response-time') * 1000,
      isError: status < 200 || status >= 400,
    })
  })
  const notes = ['hey does not list requests that were never answered; they are not counted here.']
  return summary.finish({ format: 'hey', omission: 'possible', hasClock: false, notes })
}
