import { describe, expect, test } from 'vitest'
import { frameworkPacks, packById, packOf, packsIn } from './framework-packs.ts'

// Names as canonicalJavaName leaves them: without parameters and numbers that differ from run to run.
const namesByPack: Readonly<Record<string, readonly string[]>> = {
  reflection: [
    'java.lang.reflect.Method.invoke',
    'jdk.internal.reflect.DirectMethodHandleAccessor.invoke',
    'jdk.internal.reflect.GeneratedMethodAccessor.invoke',
    'sun.reflect.NativeMethodAccessorImpl.invoke0',
    'java.lang.invoke.LambdaForm$DMH.invokeStatic',
    'jdk.proxy.$Proxy.findById',
    'com.sun.proxy.$Proxy.findById',
    'com.acme.CartService$$SpringCGLIB$$.total',
    'com.acme.CartService$$SpringCGLIB.total',
    'com.acme.CartService$$EnhancerBySpringCGLIB.total',
    'com.acme.CartService$$FastClassBySpringCGLIB.invoke',
    'com.acme.Cart$HibernateProxy.getId',
    'com.acme.Cart$ByteBuddy.getId',
    'com.acme.Cart$MockitoMock.getId',
    'com.acme.Cart_$$_jvst.getId',
    'com.acme.CartService.CGLIB$total',
    'org.springframework.cglib.proxy.MethodProxy.invoke',
    'Reflection::invoke',
    'JVM_InvokeMethod',
    'Java_jdk_internal_reflect_DirectMethodHandleAccessor_00024NativeAccessor_invoke0',
  ],
  tomcat: [
    'org.apache.catalina.core.StandardWrapperValve.invoke',
    'org.apache.coyote.http11.Http11Processor.service',
    'org/apache/tomcat/util/net/NioEndpoint$SocketProcessor.doRun',
  ],
  jetty: ['org.eclipse.jetty.server.HttpChannel.handle'],
  undertow: ['io.undertow.server.Connectors.executeRootHandler', 'org.xnio.nio.WorkerThread.run'],
  servlet: ['jakarta.servlet.http.HttpServlet.service', 'javax.servlet.http.HttpServlet.service'],
  spring: [
    'org.springframework.web.servlet.DispatcherServlet.doDispatch',
    'org.springframework.boot.loader.launch.JarLauncher.main',
    'org.aspectj.runtime.reflect.JoinPointImpl.proceed',
  ],
  grpc: ['io.grpc.internal.ServerImpl$JumpToApplicationThreadServerStreamListener.messagesAvailable'],
  netty: [
    'io.netty.channel.nio.NioEventLoop.run',
    'netty_epoll_native_epollWait0',
    'Java_io_netty_channel_epoll_Native',
  ],
  reactor: [
    'reactor.core.publisher.FluxMap$MapSubscriber.onNext',
    'io.reactivex.rxjava3.core.Flowable.subscribe',
    'rx.Observable.subscribe',
  ],
  hibernate: ['org.hibernate.internal.SessionImpl.find', 'jakarta.persistence.EntityManager.find'],
  jackson: ['com.fasterxml.jackson.databind.ObjectMapper.writeValue'],
  streams: [
    'java.util.stream.ReferencePipeline.collect',
    'java.util.ArrayList$ArrayListSpliterator.forEachRemaining',
    'java.util.Spliterators$ArraySpliterator.forEachRemaining',
    'java.util.HashMap$KeySpliterator.forEachRemaining',
  ],
  coroutines: [
    'kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run',
    'kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith',
  ],
  junit: ['org.junit.jupiter.engine.execution.MethodInvocation.proceed', 'junit.framework.TestCase.runBare'],
}

const ofNoPack = [
  '',
  'Main.main',
  'com.acme.Cart.total',
  'com.acme.org.springframework.Fake.run',
  'org.springframeworks.Fake.run',
  'org.apache.kafka.clients.Consumer.poll',
  'java.util.HashMap.get',
  'java.util.ArrayList.add',
  'java.lang.Object.wait',
  'rxtx.Port.read',
  'kotlin.collections.CollectionsKt.map',
  'G1ParScanThreadState::trim_queue',
  'do_syscall_64',
  '[unknown]',
  '/usr/lib/libc.so.6',
]

describe('framework packs', () => {
  test.each(Object.entries(namesByPack))('%s has the names of its frames', (id, names) => {
    expect(names.map((name) => [name, packOf(name)])).toEqual(names.map((name) => [name, id]))
  })

  test('are all tested, and leave alone what is not theirs', () => {
    expect(Object.keys(namesByPack).sort()).toEqual(frameworkPacks.map(({ id }) => id).sort())
    expect(ofNoPack.filter((name) => packOf(name) !== null)).toEqual([])
  })

  test('are found in a profile in their own order', () => {
    const names = ['com.acme.Cart.total', ...namesByPack.spring!, ...namesByPack.tomcat!, ...namesByPack.streams!]
    expect(packsIn(names).map(({ id }) => id)).toEqual(['tomcat', 'spring', 'streams'])
    expect(packById('spring')?.title).toBe('Spring')
    expect(packById('warp')).toBeNull()
  })
})
