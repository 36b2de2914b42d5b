/** Numbers as people read them, the same on pages, in the command line and in messages. See docs/words.md. */

/** Made at its first use: it takes 9 MB, and most commands format no count. */
let grouped: Intl.NumberFormat | undefined

/** `1.5 GiB`: binary units, since heaps and limits are set in them. */
export function formatBytes(bytes: number): string {
  return formatBytesBeside(bytes, bytes)
}

/** In the unit of a limit, `0.88 MiB` beside `48 MiB`, unless there would be less than a tenth of that. */
export function formatBytesBeside(bytes: number, limit: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']
  const most = Math.min(limit, bytes * 10.24)
  const power = most < 1024 ? 0 : Math.min(Math.floor(Math.log2(most) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  // 1023.9 MiB would be rounded to "1020 MiB" with three digits.
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${units[power]}`
}

/** `12,480`. */
export function formatCount(count: number): string {
  grouped ??= new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
  return grouped.format(count)
}

/** `12,480 profiles`, `1 profile`. */
export function formatCountOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * `4.2%` of `share` 0.042; `99.4%`, never a `100%` that is not all of it; `<0.1%`, never a `0%` that is not nothing.
 */
export function formatShare(share: number): string {
  const percent = share * 100
  if (percent > 99.9 && percent < 100) return '99.9%'
  if (percent > 0 && percent < 0.05) return '<0.1%'
  return `${percent.toFixed(percent < 10 || percent % 1 !== 0 ? 1 : 0).replace(/\.0$/, '')}%`
}

/** `×1.8`, `×12.4`, `×240`, `÷83`, `÷1.3`. */
export function formatFactor(factor: number): string {
  const larger = factor > 0 && factor < 1 ? 1 / factor : factor
  const text = larger >= 100 ? Math.round(larger) : Number(larger.toPrecision(larger >= 10 ? 3 : 2))
  return `${larger === factor || text === 1 ? '×' : '÷'}${text}`
}

/** Gives `q = 0.4`, `q = 0.052`, `q < 0.001`: two digits, so that a q above 5% does not read as 5%. */
export function formatQValue(q: number): string {
  return q < 0.001 ? 'q < 0.001' : `q = ${Number(q.toPrecision(2))}`
}

/** `12%` of one CPU, of `percent` 12.3; threads may take more than 100. */
export function formatCpu(percent: number): string {
  return `${percent.toFixed(0)}%`
}

/** How much one share is more than another: `+2.3 points`, `−0.04 points`, `+1 point`, `±0 points`. */
export function formatPoints(delta: number): string {
  const text = formatPointsShort(delta)
  return `${text} ${/^.1$/.test(text) ? 'point' : 'points'}`
}

/** The same without the word, for a column whose heading says it. */
export function formatPointsShort(delta: number): string {
  const points = Math.abs(delta) * 100
  const size = Number(points.toFixed(points < 0.095 ? 2 : 1))
  if (size === 0) return '±0'
  return `${delta > 0 ? '+' : '−'}${size}`
}

/** `850 ms`, `4.2 s`, `3 min 20 s`, `5 h 12 min`, `12 d 4 h`: the two largest units that matter. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(Math.round(ms), 0)} ms`
  const seconds = ms / 1000
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return twoUnits(Math.floor(whole / 60), 'min', whole % 60, 's')
  const minutes = Math.round(whole / 60)
  if (minutes < 1440) return twoUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  const hours = Math.round(whole / 3600)
  return twoUnits(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

/** `8.51`, `42.3`, `120`: three digits, for a column whose heading has the unit. */
export function formatMilliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)
}

/** `about 9 min left`, `about 2.5 h left`: as exact as an estimate is. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute left'
  return minutes < 90 ? `about ${minutes} min left` : `about ${Number((minutes / 60).toFixed(1))} h left`
}

/** How long something has been up, rounded down, in as little room as it takes: `4 s`, `12 min`, `5 h`, `3 d 7 h`. */
export function formatUptime(ms: number): string {
  const seconds = Math.max(Math.floor(ms / 1000), 0)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return twoUnits(Math.floor(seconds / 86_400), 'd', Math.floor((seconds % 86_400) / 3600), 'h')
}

/** `just now`, `5 min ago`. */
export function formatAgo(ms: number): string {
  return ms < 5000 ? 'just now' : `${formatLargestUnit(ms)} ago`
}

/** `59 s`, `1 min`, `2 h`, `2 d`: rounded down. */
export function formatLargestUnit(ms: number): string {
  return formatUptime(ms < 86_400_000 ? ms : ms - (ms % 86_400_000))
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}
