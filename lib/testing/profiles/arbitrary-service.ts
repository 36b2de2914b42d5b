/**
 * Small random profiles of what a Java service looks like to filters: frameworks, packages, waits, lines, recursion.
 */
import fc from 'fast-check'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { emptyProvenance, type FrameKind, type Profile } from '../../profile/model/profile.ts'

const javaNames = [
  'org.springframework.web.DispatcherServlet.doDispatch',
  'org.springframework.aop.Proxy.invoke',
  'org.apache.catalina.core.StandardWrapper.invoke',
  'org.apache.coyote.Http11Processor.service',
  'java.lang.reflect.Method.invoke',
  'com.acme.Cart$$SpringCGLIB$$.total',
  'com.acme.Cart.total',
  'com.acme.Cart.total:42',
  'com.acme.Cart.total:43',
  'com.acme.shop.Shelf.find',
  'com.acmeshop.Other.run',
  'Main.main',
  'java.util.concurrent.LinkedBlockingQueue.take',
  'jdk.internal.misc.Unsafe.park',
] as const
const others: readonly (readonly [name: string, kind: FrameKind, module: string])[] = [
  ['ObjectMonitor::enter', 'vm', 'libjvm.so'],
  ['__pthread_cond_wait', 'native', 'libc.so.6'],
  ['recv', 'native', 'libc.so.6'],
  ['futex_wait', 'kernel', '[kernel]'],
  ['Spring', 'folded', ''],
  ['Spring', 'java', ''],
]

const frame = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...javaNames).map((name) => [name, 'java', ''] as const) },
  { weight: 1, arbitrary: fc.constantFrom(...others) },
)
const sample = fc.record({
  stack: fc.array(frame, { maxLength: 10 }),
  thread: fc.constantFrom('http-1', 'http-2', ''),
  timeMs: fc.oneof(fc.constant(NaN), fc.nat({ max: 1000 })),
  weight: fc.nat({ max: 5 }),
})

export const anyService: fc.Arbitrary<Profile> = fc.array(sample, { maxLength: 14 }).map((samples) => {
  const builder = createProfileBuilder()
  for (const { stack, thread, timeMs, weight } of samples) {
    let row = -1
    for (const [name, kind, module] of stack) row = builder.stack(row, builder.frame(name, kind, { module }))
    builder.sample(row, builder.thread(thread), timeMs, weight)
  }
  return builder.finish('samples', emptyProvenance('random'))
})
