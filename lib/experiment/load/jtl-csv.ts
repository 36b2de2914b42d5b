/**
 * JMeter's results as CSV, of any version: with the names of the columns, or without where they are in the default
 * order.
 *
 * Source: https://jmeter.apache.org/usermanual/listeners.html
 */
import { Problem } from '../../errors.ts'
import type { LoadResults } from './load-results.ts'
import type { OneRequest, RequestSummary } from './summarise-requests.ts'
import { type CsvRecord, eachCsvRecord } from './text-lines.ts'

/** JMeter begins the message of a transaction with it, in whichever language it runs. XML has the same message. */
export const transactionMessage = 'Number of samples in transaction'
/** What JMeter writes first when it does not name the columns; later ones depend on its version. */
const defaultColumns = 'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success'.split(',')

/** Reads a JTL file in CSV. Throws: Problem `unreadable-results` with the line; UnreadableText. */
export async function readJtlCsv(
  chunks: AsyncIterable<Uint8Array>,
  separator: string,
  summary: RequestSummary,
): Promise<LoadResults> {
  let hasDates = false
  let columns: ReturnType<typeof findColumns> | null = null
  const isPart = createPartFinder()
  await eachCsvRecord(chunks, separator, (record, line) => {
    if (columns === null) {
      const names = Array.from({ length: record.count }, (_, field) => record.text(field))
      const hasNames = names.includes('timeStamp')
      columns = findColumns(hasNames ? names : defaultColumns, record.count)
      if (hasNames) return
      if (readTruth(record, columns.success) === null)
        throw broken(line, 'it has no names of columns, and they are not in the default order')
    }
    if (record.count !== columns.count)
      throw broken(line, `it has ${record.count} fields instead of ${columns.count}; it may be cut off there`)
    const isSuccess = readTruth(record, columns.success)
    if (isSuccess === null) throw broken(line, `success is ${JSON.stringify(record.text(columns.success))}`)
    const elapsedMs = record.whole(columns.elapsed)
    if (Number.isNaN(elapsedMs)) throw broken(line, `elapsed is ${JSON.stringify(record.text(columns.elapsed))}`)
    const time = record.whole(columns.time)
    hasDates ||= Number.isNaN(time)
    const request = {
      label: record.text(columns.label),
      startMs: Number.isNaN(time) ? readDate(record.text(columns.time), line) : time,
      elapsedMs,
      isError: !isSuccess,
      isTransaction: record.startsWith(columns.message, transactionMessage),
    }
    if (!isPart(request, record.text(columns.thread))) summary.add(request)
  })
  return summary.finish({ format: 'jtl', omission: 'possible', hasClock: !hasDates })
}

function findColumns(names: readonly string[], count: number) {
  const needed = (name: string) => {
    const index = names.indexOf(name)
    if (index >= 0) return index
    throw new Problem('unreadable-results', {
      reason: `the column ${name} is missing`,
      remedy: `Run JMeter with its default columns, or with -Jjmeter.save.saveservice.${saveOption[name] ?? name}=true.`,
    })
  }
  return {
    ...{ time: needed('timeStamp'), elapsed: needed('elapsed'), label: needed('label'), success: needed('success') },
    ...{ message: names.indexOf('responseMessage'), thread: names.indexOf('threadName'), count },
  }
}
const saveOption: Readonly<Record<string, string>> = { elapsed: 'time', success: 'successful' }

/** As many threads as a JMeter has; more are no names of threads. */
const mostLoadThreads = 100_000

/**
 * Whether it is a redirect or an embedded file, which counts with its request. JMeter writes it after that, of the same
 * thread: `visit-0`, `visit-1` and `visit-1-0` within `visit`. Requests of a transaction may be named so, too, and are
 * none.
 */
function createPartFinder(): (request: OneRequest, thread: string) => boolean {
  const latest = new Map<string, OneRequest>()
  return (request, thread) => {
    const { label, startMs, elapsedMs } = request
    const whole = latest.get(thread)
    if (
      whole?.isTransaction === false &&
      label.startsWith(whole.label) &&
      startMs >= whole.startMs &&
      startMs + elapsedMs <= whole.startMs + whole.elapsedMs &&
      /^(-\d+)+$/.test(label.slice(whole.label.length))
    )
      return true
    if (latest.size >= mostLoadThreads) latest.clear()
    latest.set(thread, request)
    return false
  }
}

function readTruth(record: CsvRecord, field: number): boolean | null {
  if (record.startsWith(field, 'true')) return true
  return record.startsWith(field, 'false') ? false : null
}

/**
 * In a form of jmeter.save.saveservice.timestamp_format that is unmistakable. Without a zone, as JMeter writes it: no
 * clock to compare with.
 */
function readDate(text: string, line: number): number {
  const [, date, clock] = /^(\d{4}[/-]\d\d[/-]\d\d)[ T](\d\d:\d\d:\d\d(?:[.,]\d{1,3})?)$/.exec(text) ?? []
  const dated = date === undefined ? NaN : Date.parse(`${date.replaceAll('/', '-')}T${clock!.replace(',', '.')}Z`)
  if (Number.isNaN(dated)) throw broken(line, `timeStamp is ${JSON.stringify(text)}`)
  return dated
}

function broken(line: number, what: string): Problem {
  return new Problem('unreadable-results', { reason: `line ${line} of the JTL cannot be read: ${what}` })
}
