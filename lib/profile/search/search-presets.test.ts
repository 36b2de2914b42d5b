import { describe, expect, test } from 'vitest'
import { searchPresets, getPresetTitle } from './search-presets.ts'
import { matchesPattern, parseSearch } from './search.ts'

function isFound(id: string, name: string): boolean {
  const { text, caseSensitive } = searchPresets.find((ready) => ready.id === id)!.search
  const parsed = parseSearch(text)
  if (parsed.type !== 'pattern') throw new Error(`${id} is no pattern`)
  return matchesPattern([name], parsed.source, caseSensitive)[0] === 1
}

// As perf, async-profiler and `nm -C libjvm.so` of JDK 17 and 25 write them.
const found: Readonly<Record<string, readonly string[]>> = {
  gc: [
    'G1ParScanThreadState::do_copy_to_survivor_space(G1HeapRegionAttr, oopDesc*, markWord)',
    'void G1ParCopyClosure<(G1Barrier)0, true>::do_oop(oopDesc**)',
    'ZMark::drain(ZMarkContext*)',
    'ShenandoahConcurrentMark::concurrent_mark()',
    'PSPromotionManager::drain_stacks_depth(bool)',
    'ParCompactionManager::follow_marking_stacks()',
    'DefNewGeneration::collect(bool, bool, unsigned long, bool)',
    'SerialFullGC::follow_stack()',
    'VM_G1CollectForAllocation::doit()',
    'ConcurrentGCThread::run()',
    'GC Thread#3',
    'G1 Conc#0',
    'java.lang.System.gc',
    'java.lang.ref.Finalizer.runFinalizer',
  ],
  locks: [
    'futex_wait_queue',
    '__x64_sys_futex',
    'pthread_mutex_lock',
    '__pthread_cond_timedwait',
    '__lll_lock_wait',
    'native_queued_spin_lock_slowpath',
    'java.util.concurrent.locks.ReentrantLock.lock',
    'java.util.concurrent.locks.LockSupport.park',
    'jdk.internal.misc.Unsafe.park',
    'java.lang.Object.wait0',
    'ObjectMonitor::enter(JavaThread*)',
    'ObjectSynchronizer::enter(Handle, BasicLock*, JavaThread*)',
    'Parker::park(bool, long)',
    'SharedRuntime::complete_monitor_locking_C(oopDesc*, BasicLock*, JavaThread*)',
    'os::PlatformEvent::park()',
  ],
  json: [
    'com.fasterxml.jackson.databind.ObjectMapper.writeValueAsString',
    'tools.jackson.core.json.UTF8StreamJsonParser.nextToken',
    'com.google.gson.Gson.toJson',
    'org.json.JSONObject.put',
    'jakarta.json.bind.JsonbBuilder.create',
    'kotlinx.serialization.json.Json.decodeFromString',
    'io.circe.parser.Parser.parse',
  ],
  logging: [
    'ch.qos.logback.classic.Logger.info',
    'org.slf4j.helpers.MessageFormatter.arrayFormat',
    'org.apache.logging.log4j.core.Logger.log',
    'java.util.logging.Logger.log',
    'org.jboss.logmanager.Logger.logRaw',
    'org.apache.juli.FileHandler.publish',
  ],
  reflection: [
    'java.lang.reflect.Method.invoke',
    'jdk.internal.reflect.DirectMethodHandleAccessor.invoke',
    'java.lang.invoke.LambdaForm$MH.invoke',
    'java.lang.Class.getDeclaredMethods0',
    'com.sun.proxy.$Proxy.save',
    'com.acme.Orders$$EnhancerBySpringCGLIB.save',
    'Reflection::invoke_method(oopDesc*, Handle, objArrayHandle, JavaThread*)',
    'JVM_InvokeMethod',
  ],
  tls: [
    'sun.security.ssl.SSLEngineImpl.wrap',
    'javax.net.ssl.SSLEngine.wrap',
    'com.sun.crypto.provider.GaloisCounterMode.implGCMCrypt',
    'javax.crypto.Cipher.doFinal',
    'io.netty.handler.ssl.SslHandler.encode',
    'SSL_do_handshake',
    'StubRoutines::galoisCounterMode_AESCrypt',
    'sha256_implCompressMB',
    'org.bouncycastle.crypto.engines.AESEngine.processBlock',
  ],
  'class-loading': [
    'java.lang.ClassLoader.loadClass',
    'jdk.internal.loader.BuiltinClassLoader.findClassOnClassPathOrNull',
    'java.net.URLClassLoader$1.run',
    'org.springframework.boot.loader.launch.LaunchedClassLoader.loadClass',
    'java.lang.Class.forName0',
    'SystemDictionary::resolve_or_null(Symbol*, Handle, JavaThread*)',
    'ClassFileParser::parse_methods(ClassFileStream const*, bool, AccessFlags*, JavaThread*)',
    'ClassVerifier::verify_method(methodHandle const&, JavaThread*)',
    'InstanceKlass::link_class_impl(JavaThread*)',
    'JVM_DefineClassWithSource',
  ],
  exceptions: [
    'java.lang.Throwable.fillInStackTrace',
    'java.lang.IllegalStateException.<init>',
    'java_lang_Throwable::fill_in_stack_trace(Handle, methodHandle const&, JavaThread*)',
    'Exceptions::_throw(JavaThread*, char const*, int, Handle, char const*)',
    'OptoRuntime::handle_exception_C(JavaThread*)',
    'SharedRuntime::raw_exception_handler_for_return_address(JavaThread*, unsigned char*)',
    'InterpreterRuntime::throw_StackOverflowError(JavaThread*)',
    '_Unwind_RaiseException',
    'java.lang.Thread.getStackTrace',
  ],
  serialisation: [
    'java.io.ObjectInputStream.readObject0',
    'java.io.ObjectStreamClass.lookup',
    'com.google.protobuf.CodedOutputStream.writeTag',
    'com.esotericsoftware.kryo.Kryo.writeObject',
    'org.apache.avro.io.BinaryDecoder.readInt',
    'jakarta.xml.bind.JAXBContext.newInstance',
  ],
  jit: [
    'CompileBroker::compiler_thread_loop()',
    'C2 CompilerThread0',
    'PhaseChaitin::Split(unsigned int, ResourceArea*)',
  ],
  regex: ['java.util.regex.Pattern$Loop.match', 'com.google.re2j.Matcher.find'],
  streams: ['java.util.stream.ReferencePipeline.collect', 'kotlin.sequences.TransformingSequence.iterator'],
  database: [
    'java.sql.DriverManager.getConnection',
    'org.postgresql.jdbc.PgStatement.execute',
    'org.hibernate.internal.SessionImpl.flush',
    'com.zaxxer.hikari.pool.HikariPool.getConnection',
  ],
  network: [
    'tcp_sendmsg_locked',
    '__x64_sys_sendto',
    'sun.nio.ch.SocketChannelImpl.read',
    'ep_poll_epoll',
    '__napi_poll',
  ],
}

// Names that must not be found by any but those named.
const innocent: Readonly<Record<string, readonly string[]>> = {
  'java.util.HashMap.getNode': [],
  'com.acme.shop.Cart.total': [],
  'com.acme.zoo.Zebra.run': [],
  'com.acme.GCodeReader.next': [],
  'com.acme.json2csv.Columns.sum': [],
  'com.acme.Blocks.add': [],
  'JavaCalls::call_helper(JavaValue*, methodHandle const&, JavaCallArguments*, JavaThread*)': [],
  Interpreter: [],
  do_syscall_64: [],
  copy_user_generic: [],
  '[unknown]': [],
  'InterpreterRuntime::newarray(JavaThread*, BasicType, int)': [],
  // A class loader among the parameters does not load.
  'void ZHeapIteratorOopClosure<true>::do_cld(ClassLoaderData*)': ['gc'],
  'kotlinx.serialization.json.internal.StreamingJsonDecoder.decodeInt': ['json', 'serialisation'],
}

describe('the ready-made searches', () => {
  test.each(Object.entries(found).flatMap(([id, names]) => names.map((name) => [id, name] as const)))(
    '%s finds %s',
    (id, name) => {
      expect(isFound(id, name)).toBe(true)
    },
  )

  test.each(Object.entries(innocent))('%s is found by %j alone', (name, ids) => {
    expect(searchPresets.filter(({ id }) => isFound(id, name)).map(({ id }) => id)).toEqual(ids)
  })

  test('have names to show for it, all of them', () => {
    expect(searchPresets.map(({ id }) => id)).toEqual(Object.keys(found))
  })

  test('have a title to show in the place of their text', () => {
    for (const { title, search } of searchPresets) expect(getPresetTitle({ ...search })).toBe(title)
    expect(getPresetTitle({ text: 'futex', caseSensitive: true })).toBe(null)
  })

  test('are short enough for a link', () => {
    for (const { id, search } of searchPresets) expect([id, search.text.length <= 202]).toEqual([id, true])
  })
})
