/**
 * The pool of a thread: its name with the number that tells it from its neighbours as `#`. Only the last number: the one before it
 * is often a port or a pool's own.
 *
 *     http-nio-8080-exec-7            http-nio-8080-exec-#
 *     pool-2-thread-13                pool-2-thread-#
 *     ForkJoinPool-1-worker-3         ForkJoinPool-1-worker-#
 *     GC Thread#5                     GC Thread#
 *     main                            main
 */
export function poolOf(threadName: string): string {
  let end = threadName.length
  while (end > 0 && !isDigit(threadName, end - 1)) end--
  let start = end
  while (start > 0 && isDigit(threadName, start - 1)) start--
  if (start === end) return threadName
  // The `#` of HotSpot's own threads stays one.
  if (threadName[start - 1] === '#') start--
  return `${threadName.slice(0, start)}#${threadName.slice(end)}`
}

// By hand: a name of a million digits, which a file may hold, would take a regular expression hours.
function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 48 && unit <= 57
}
