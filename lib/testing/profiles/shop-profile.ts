/**
 * Ten seconds of a made-up web shop, the same on every run: Tomcat and Spring above its own code, Hibernate, Jackson
 * and logging below, garbage collection, compilation, recursion, pools that wait, frames without a name, times, tiers
 * and pauses. Everything the viewer can show.
 */
import { createProfileBuilder, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import {
  emptyProvenance,
  type CompileTier,
  type FrameKind,
  type Profile,
  type Provenance,
} from '../../profile/model/profile.ts'
import { createRandom } from './random-profile.ts'

interface Written {
  readonly name: string
  readonly kind: FrameKind
  readonly module: string
}

/**
 * A frame as text: `name`, or `name @module` with `@libjvm.so` vm, `@[kernel]` kernel, any other library native, `@?`
 * unknown.
 */
function readFrame(text: string): Written {
  const [name = '', module = ''] = text.split(' @')
  if (module === '') return { name, kind: 'java', module }
  if (module === '?') return { name, kind: 'unknown', module: '' }
  const kind = module === 'libjvm.so' ? 'vm' : module === '[kernel]' ? 'kernel' : 'native'
  return { name, kind, module }
}

const threadStart = [
  'start_thread @libc.so.6',
  'thread_native_entry @libjvm.so',
  'JavaThread::run @libjvm.so',
  'java.lang.Thread.run',
]
const vmThread = ['start_thread @libc.so.6', 'thread_native_entry @libjvm.so']
const tomcat = [
  ...threadStart,
  'org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker',
  'org.apache.tomcat.util.net.NioEndpoint$SocketProcessor.doRun',
  'org.apache.coyote.http11.Http11Processor.service',
  'org.apache.catalina.core.StandardWrapperValve.invoke',
  'org.apache.catalina.core.ApplicationFilterChain.doFilter',
]
const spring = [
  ...tomcat,
  'org.springframework.web.filter.OncePerRequestFilter.doFilter',
  'org.springframework.web.servlet.DispatcherServlet.doDispatch',
  'org.springframework.web.method.support.InvocableHandlerMethod.invokeForRequest',
  'java.lang.reflect.Method.invoke',
  'jdk.internal.reflect.DirectMethodHandleAccessor.invoke',
]
const controller = [...spring, 'shop.web.CartController.checkout']
const service = [...controller, 'shop.cart.CartService$$SpringCGLIB$$.checkout', 'shop.cart.CartService.checkout']

/** Weight of each stack among the samples of its thread, root first. */
const workerStacks: readonly (readonly [weight: number, stack: readonly string[]])[] = [
  [54, [...service, 'shop.pricing.PriceRules.apply', 'shop.pricing.PriceRules.findWinningRule']],
  [
    9,
    [
      ...service,
      'shop.pricing.PriceRules.apply',
      'shop.pricing.PriceRules.findWinningRule',
      'java.lang.String.hashCode',
    ],
  ],
  [7, [...service, 'shop.pricing.Discount.total', 'shop.pricing.Discount.total', 'shop.pricing.Discount.total']],
  [
    4,
    [
      ...service,
      'shop.pricing.Discount.total',
      'java.util.stream.ReferencePipeline.forEach',
      'java.util.ArrayList.forEach',
      'shop.pricing.Discount.lambda$total',
      'shop.pricing.Discount.total',
    ],
  ],
  [
    8,
    [
      ...service,
      'shop.cart.CartRepository.load',
      'org.hibernate.internal.SessionImpl.find',
      'org.hibernate.loader.ast.internal.SingleIdEntityLoaderStandardImpl.load',
      'org.postgresql.jdbc.PgPreparedStatement.executeQuery',
      'java.net.SocketInputStream.read',
      'recv @libc.so.6',
      'tcp_recvmsg @[kernel]',
    ],
  ],
  [
    6,
    [
      ...spring,
      'org.springframework.http.converter.json.AbstractJackson2HttpMessageConverter.writeInternal',
      'com.fasterxml.jackson.databind.ObjectMapper.writeValue',
      'com.fasterxml.jackson.core.json.UTF8JsonGenerator.writeString',
    ],
  ],
  [4, [...service, 'org.slf4j.Logger.info', 'ch.qos.logback.classic.Logger.callAppenders', 'write @libc.so.6']],
  [3, [...service, 'shop.cart.StockLock.take', 'ObjectMonitor::enter @libjvm.so', 'futex_wait @[kernel]']],
  [2, [...service, 'shop.web.Payment.send', 'sun.security.ssl.SSLSocketImpl.startHandshake']],
  [2, [...controller, 'shop.web.Errors.explain', 'java.lang.Throwable.fillInStackTrace']],
  [2, ['[unknown] @?', 'shop.pricing.PriceRules.findWinningRule']],
  [
    9,
    [
      ...threadStart,
      'org.apache.tomcat.util.threads.TaskQueue.take',
      'jdk.internal.misc.Unsafe.park',
      'Parker::park @libjvm.so',
      'futex_wait @[kernel]',
    ],
  ],
]

const otherThreads: readonly (readonly [name: string, share: number, stacks: typeof workerStacks])[] = [
  [
    'http-nio-8080-Acceptor',
    1,
    [
      [
        1,
        [
          ...threadStart,
          'org.apache.tomcat.util.net.Acceptor.run',
          'sun.nio.ch.ServerSocketChannelImpl.accept',
          'accept @libc.so.6',
          'inet_csk_accept @[kernel]',
        ],
      ],
    ],
  ],
  [
    'GC Thread#0',
    2,
    [[1, [...vmThread, 'WorkerThread::run @libjvm.so', 'G1ParScanThreadState::trim_queue @libjvm.so']]],
  ],
  [
    'GC Thread#1',
    1,
    [[1, [...vmThread, 'WorkerThread::run @libjvm.so', 'G1ParScanThreadState::copy_to_survivor @libjvm.so']]],
  ],
  [
    'C2 CompilerThread0',
    5,
    [
      [
        2,
        [...vmThread, 'CompileBroker::compiler_thread_loop @libjvm.so', 'PhaseChaitin::Register_Allocate @libjvm.so'],
      ],
      [1, [...vmThread, 'CompileBroker::compiler_thread_loop @libjvm.so', 'PhaseIterGVN::optimize @libjvm.so']],
    ],
  ],
  [
    'main',
    1,
    [
      [
        1,
        [
          ...threadStart.slice(0, 2),
          'shop.Shop.main',
          'org.springframework.boot.SpringApplication.run',
          'java.lang.ClassLoader.loadClass',
        ],
      ],
    ],
  ],
]

const tiers: readonly CompileTier[] = ['c2', 'c2', 'c2', 'inlined', 'c1', 'interpreted']
const seconds = 10

/** The samples of the shop: about 4,000, on nine threads. */
export function shopProfile(more: Partial<Provenance> = {}): Profile {
  const builder = createProfileBuilder()
  const random = createRandom(7)
  const workers = [1, 2, 3, 4].map((number) => [`http-nio-8080-exec-${number}`, 9 - number, workerStacks] as const)
  for (const [index, [name, share, stacks]] of [...workers, ...otherThreads].entries()) {
    const thread = builder.thread(name, 4711 + index)
    for (let sample = 0; sample < share * 120; sample++) {
      // Busy in waves, so that a heat map has something to show; nothing runs while the collector stops the world.
      const at = random() * seconds * 1000
      if (!name.startsWith('GC') && random() > 0.55 + 0.45 * Math.sin(at / 900 + index)) continue
      if (!name.startsWith('GC') && isPaused(at)) continue
      builder.sample(writeStack(builder, pick(stacks, random()), random), thread, Math.round(at * 10) / 10, 1)
    }
  }
  return builder.finish('samples', { ...provenance, ...more })
}

const pauses = [
  [2_400, 2_460],
  [6_100, 6_240],
] as const
const isPaused = (atMs: number) => pauses.some(([from, to]) => atMs >= from && atMs < to)

function pick(stacks: typeof workerStacks, share: number): readonly string[] {
  let left = share * stacks.reduce((sum, [weight]) => sum + weight, 0)
  return stacks.find(([weight]) => (left -= weight) <= 0)?.[1] ?? stacks[0]![1]
}

function writeStack(builder: ProfileBuilder, stack: readonly string[], random: () => number): number {
  let row = -1
  for (const text of stack) {
    const { name, kind, module } = readFrame(text)
    const tier = kind === 'java' ? tiers[Math.floor(random() ** 3 * tiers.length)] : undefined
    row = builder.stack(row, builder.frame(name, kind, module === '' ? {} : { module }), tier)
  }
  return row
}

const provenance: Provenance = {
  ...emptyProvenance('perf'),
  startedAt: Date.UTC(2026, 10, 21, 9),
  durationMs: seconds * 1000,
  frequencyHz: 99,
  target: { service: 'shop', container: 'shop-1', image: 'shop:1.4', mainClass: 'shop.Shop' },
  commands: [['perf', 'record', '-F', '99', '-g']],
  versions: { perf: '6.1', jdk: '25.0.1' },
  resolution: { java: { frames: 40_000, named: 39_900 }, unknown: { frames: 60, named: 0 } },
  symbolMaps: [
    { atMs: 0, symbols: 4_000 },
    { atMs: 8_000, symbols: 4_100 },
  ],
  maxDepth: 127,
  marks: [
    ...pauses.map(([fromMs, toMs]) => ({ kind: 'gc' as const, fromMs, toMs, text: 'G1 young collection' })),
    { kind: 'throttled', fromMs: 8_200, toMs: 8_600, text: '180 ms throttled by the CPU limit' },
  ],
}
