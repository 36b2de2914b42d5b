import type { SearchTerm } from './search.ts'

/** A prepared search for a kind of work that any program may do. */
export interface SearchPreset {
  readonly id: string
  readonly title: string
  readonly search: SearchTerm
}

/**
 * They look for names of the JDK, of HotSpot, of the kernel and of the libraries that most services have. A sample is
 * found by any frame of its stack, so callees that always have a listed caller need not be listed. Each is one
 * alternation without a repetition inside a repetition, so no name makes it slow, and short enough for a link (200
 * characters).
 */
export const searchPresets: readonly SearchPreset[] = [
  createPreset('gc', 'Garbage collection', [
    '\\bG1[A-Z ]',
    '\\bZ[A-Z][a-z]\\w+[:<]',
    'Shenandoah',
    '\\bGC[A-Z_ ]',
    '\\bPS[A-Z][a-z]',
    '\\bPar(Compact|Mark|allelScav)',
    'DefNew',
    'Tenured',
    'Serial(H|F)',
    'MarkSweep',
    '\\bVM_\\w*Collect',
    'StringDedup',
    'ConcurrentGC',
    '\\.gc$',
    'lang\\.ref\\.',
  ]),
  createPreset('locks', 'Locks and waiting', [
    'futex',
    'pthread_(mut|cond|rw)',
    'lll_lock',
    'spin_lock',
    'rwsem',
    'mutex_lock',
    '\\.locks\\.',
    'Object(Mon|Sync)\\w+::',
    '^(Monitor|Mutex|Parker)::',
    'Platform(Mon|Ev)',
    'Unsafe\\.(un)?park',
    'Object\\.(wait|not)',
    'MonitorWait',
    'monitor_lock',
  ]),
  createPreset('json', 'JSON', [
    '\\.json\\.',
    '\\.(jackson|gson|fastjson2?|moshi|jsoniter|jsonpath|dslplatform|yasson|circe|simdjson)\\.',
    '\\b(Json|JSON)(Parser|Reader|Writer|Generator|Object|Array|b)\\b',
  ]),
  createPreset('logging', 'Logging', [
    '\\.(slf4j|logback|logging|log4j|logmanager|flogger|juli|logstash|kotlinlogging|tinylog)\\.',
    'KLogger',
    'System\\$Logger',
    'System\\.Logger',
  ]),
  createPreset('reflection', 'Reflection and method handles', [
    '\\.reflect\\.',
    'java\\.lang\\.invoke\\.',
    'lang\\.Class\\.(get(Declared|Method|Field|Constr)|newInst)',
    '\\$Proxy',
    'CGLIB',
    'FastClass',
    'ByteBuddy',
    '^(Reflection|MethodHandles)::',
    'JVM_(InvokeM|NewInst)',
  ]),
  createPreset('tls', 'TLS and cryptography', [
    '\\.ssl\\.',
    'javax\\.crypto',
    'com\\.sun\\.crypto',
    'sun\\.security',
    'bouncycastle',
    'conscrypt',
    'tcnative',
    '\\b(SSL|EVP|BIO|CRYPTO|tls)_',
    'aescrypt|AESCrypt|ghash',
    '_implCompress',
    'montgomery',
    'chacha20',
    'poly1305',
  ]),
  createPreset('class-loading', 'Class loading', [
    'ClassLoaders?[.$:]',
    '(load|define|find)Class$',
    'internal\\.loader',
    'Class\\.forName',
    '\\b(SystemDict\\w+|ClassFileParser|(Class)?Verifier|Rewriter|KlassFactory|LinkResolver)::',
    'Klass::(link|init)',
    'JVM_(Define|Find)',
  ]),
  createPreset('exceptions', 'Exceptions', [
    'Throwable',
    '[fF]illInStack',
    '(get|print)StackT',
    '(Exception|Error)\\.<init>',
    '\\bExceptions::',
    'exception_(handler|C\\b)',
    '(create|unwind)_exc',
    '\\bthrow_',
    '_Unwind_',
    '__cxa_',
    'rethrow_',
  ]),
  createPreset('serialisation', 'Serialisation', [
    'Object(Input|Output)Stream',
    'ObjectStreamClass',
    'protobuf',
    '\\.(kryo|avro|thrift|msgpack|hessian|fury|fory|flatbuffers|cbor|smile|nustaq|xstream|serialization)\\.',
    'xml\\.bind',
    '\\.(read|write)(Object|External)$',
  ]),
  createPreset('jit', 'JIT compiler', [
    '\\b(CompileBroker|C2Compiler|Compile|Compilation|Compiler|CompilerThread|Phase[A-Z]\\w*|LinearScan)::',
    '^C[12] CompilerThread',
    'jdk\\.vm\\.ci\\.',
    'org\\.graalvm\\.compiler',
  ]),
  createPreset('regex', 'Regular expressions', [
    'java\\.util\\.regex\\.',
    '\\.re2j\\.',
    'kotlin\\.text\\.Regex',
    'dk\\.brics\\.automaton',
  ]),
  createPreset('streams', 'Streams', ['java\\.util\\.stream\\.', 'kotlin\\.sequences\\.', '\\.(vavr|jool)\\.']),
  createPreset('database', 'Databases', [
    'java\\.sql\\.',
    '\\.(jdbc|hibernate|hikari|jooq|mybatis|ibatis|r2dbc|eclipselink|postgresql|mysql|mariadb|h2|mongodb|jedis|lettuce|cassandra)\\.',
  ]),
  createPreset('network', 'Network', [
    '^_*(tcp|udp|inet6?|ip6?|sock|napi|unix|netif|skb)_',
    'net_rx|net_tx',
    'sys_(send|recv|accept|connect)',
    'java\\.net\\.',
    'sun\\.nio\\.ch\\.',
    '\\.netty\\.channel\\.',
    'Socket(Input|Output)Stream',
    'epoll',
  ]),
]

/** Title of a search that is one of these, null for any other: an expression is hard to read. */
export function getPresetTitle({ text, caseSensitive }: SearchTerm): string | null {
  const same = searchPresets.find(({ search }) => search.text === text && search.caseSensitive === caseSensitive)
  return same?.title ?? null
}

function createPreset(id: string, title: string, alternatives: readonly string[]): SearchPreset {
  return { id, title, search: { text: `/${alternatives.join('|')}/`, caseSensitive: true } }
}
