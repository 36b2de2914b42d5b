import { bareName } from '../../names/name-parts.ts'
import type { FrameKind, Profile } from '../../model/profile.ts'

/** A native name with more characters is compared as it is. */
const longestComparedName = 4096

type RecordedProfile = Pick<Profile, 'provenance'>

/** Whether names of the two must be compared loosely: recorded by different engines, or of different JDKs. */
export function needComparableNames(before: RecordedProfile, after: RecordedProfile): boolean {
  return before.provenance.engine !== after.provenance.engine || jdkOf(before) !== jdkOf(after)
}

/** `17` of 17.0.15 and `8` of 1.8.0_412, or of a JVM that says so of itself; empty where it is unknown. */
export function jdkOf({ provenance }: RecordedProfile): string {
  const { jdk, jvm } = provenance.versions
  return /^(?:1\.)?(\d+)/.exec(jdk ?? '')?.[1] ?? /\bVM (?:1\.)?(\d+)/.exec(jvm ?? '')?.[1] ?? ''
}

/**
 * Gives one text for the same function in names of any engine and any JDK. It is for comparing, not for reading.
 *
 *     java    sun.misc.Unsafe.park, jdk.internal.misc.Unsafe.park            jdk.internal.misc.Unsafe.park
 *     java    com.sun.proxy.$Proxy.get, jdk.proxy.$Proxy.get                 $Proxy.get
 *     native  epoll_wait@@GLIBC_2.3.2, epoll_wait                            epoll_wait
 *     vm      Parker::park(bool, long), Parker::park                         Parker::park
 *     kernel  finish_task_switch.isra.0, finish_task_switch                  finish_task_switch
 *
 * Lambdas, hidden classes, proxies and accessors lose their numbers when they are read already (lib/jvm/java-name.ts).
 */
export function comparableName(name: string, kind: FrameKind): string {
  const cachedName = nameCache.get(kind)?.get(name)
  if (cachedName !== undefined) return cachedName
  const key =
    kind === 'java' ? comparableJava(name) : kind === 'thread' || kind === 'folded' ? name : comparableNative(name)
  const ofKind = nameCache.get(kind) ?? new Map<string, string>()
  if (ofKind.size < maxCachedNames) nameCache.set(kind, ofKind.set(name, key))
  return key
}

/** A cache: the same names are asked for by both sides, and again for each comparison. */
const nameCache = new Map<FrameKind, Map<string, string>>()
/** Names of each kind of frame in that cache; further ones are computed each time. */
const maxCachedNames = 200_000

const javaRules: readonly (readonly [RegExp, string])[] = [
  // A module before the package, as stack traces and some converters write it: `java.base/java.util.HashMap.get`.
  [/^(?:app|platform)?\/*(?:java|jdk)\.[a-z.]+?[./](?=(?:java|javax|jdk|sun|com\.sun)\.)/, ''],
  // Moved by JDK 9, out of programs' reach.
  [/^sun\.misc\.(Unsafe|VM|Signal|Cleaner|Perf)\b/, 'jdk.internal.misc.$1'],
  [/^sun\.reflect\.(?!annotation|generics|misc)/, 'jdk.internal.reflect.'],
  [/^jdk\.internal\.ref\.Cleaner\b/, 'jdk.internal.misc.Cleaner'],
  // JDK 16 gave proxies modules of their own.
  [/^(?:com\.sun\.proxy|jdk\.proxy)\.\$Proxy/, '$$Proxy'],
  // JDK 18 calls methods through method handles instead of generated classes.
  [
    /^jdk\.internal\.reflect\.(?:Generated|Native|Delegating)?(Method|Constructor)Accessor(?:Impl)?\.\w+$/,
    'jdk.internal.reflect.$1',
  ],
  [/^jdk\.internal\.reflect\.DirectMethodHandleAccessor(?:\$\w+)?\.\w+$/, 'jdk.internal.reflect.Method'],
  [/^jdk\.internal\.reflect\.DirectConstructorHandleAccessor(?:\$\w+)?\.\w+$/, 'jdk.internal.reflect.Constructor'],
  [/^java\.lang\.invoke\.LambdaForm\$\w+\.\w+$|^java\.lang\.invoke\.\w+\$Holder\.\w+$/, 'java.lang.invoke.LambdaForm'],
]

function comparableJava(name: string): string {
  if (!/^(?:java|jdk|sun|com\.sun|app|platform)\b/.test(name)) return name
  return javaRules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)
}

/** The one name of HotSpot's stubs, which the symbol map of perf has for all of a block; JDK 17 adds ` (2)`. */
export const stubsName = 'StubRoutines'

/** Stubs as async-profiler calls them, each by its own name: `libmSin`, `jbyte_disjoint_arraycopy_avx3`. */
const namedStub =
  /^(?:libm(?:Sin|Cos|Tan|Exp|Log|Log10|Pow)|(?:arrayof_)?(?:j(?:byte|short|int|long)|oop|checkcast|unsafe|generic)_(?:disjoint_)?(?:arraycopy|fill)\w*|aescrypt_\w+|ghash_processBlocks|sha(?:1|256|512)_impl\w+)$/

/** Whether it is a stub of HotSpot, by the name that either engine has for it. */
export function isStubName(name: string): boolean {
  return name.startsWith(stubsName) || namedStub.test(name)
}

function comparableNative(name: string): string {
  if (name.length > longestComparedName) return name
  // JDK 17 `StubRoutines (2)`, JDK 25 `StubRoutines (final stubs)`.
  if (name.startsWith(stubsName)) return stubsName
  if (/^[vi]table (?:stub|chunks)/.test(name)) return 'vtable stub'
  // A library without symbols: `[libc.so.6]`, `libc.so.6`, `/usr/lib/x86_64-linux-gnu/libc.so.6`.
  const library = /^\[?(?:[^[\]]*\/)?([\w+.-]+?\.so)[\d.]*\]?$/.exec(name)
  if (library) return library[1]!
  const plain = bareName(name)
    .replace(/@.*$/s, '')
    .replace(/\.(?:isra|part|constprop|cold|llvm)\b.*$/s, '')
    .replace(/^_*GI_+/, '')
  // The C library has several names for one place.
  return /^[\w.]+$/.test(plain) ? plain.replace(/^_+(?=\w)/, '') : plain
}
