import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { dropIdle, idleStacks } from './idle-stacks.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type FrameKind } from '../model/profile.ts'

const kinds: Readonly<Record<string, FrameKind>> = { k: 'kernel', v: 'vm', n: 'native', u: 'unknown' }

/** Stacks as text, the leaf first as in a thread dump; suffixes such as `_[k]` give the kind, `java` by default. */
function isIdle(leafFirst: string): boolean {
  const builder = createProfileBuilder()
  let stack = -1
  for (const cell of leafFirst.trim().split(/\s+/).reverse()) {
    const [, name = cell, suffix = ''] = /^(.*)_\[(\w)\]$/.exec(cell) ?? []
    stack = builder.stack(stack, builder.frame(name, kinds[suffix] ?? 'java'))
  }
  builder.sample(stack, builder.thread('t'), NaN, 1)
  return idleStacks(builder.finish('samples', emptyProvenance('test')))[stack] === 1
}

const futex =
  'schedule_[k] futex_wait_queue_[k] __futex_wait_[k] do_futex_[k] __x64_sys_futex_[k] do_syscall_64_[k] entry_SYSCALL_64_after_hwframe_[k]'
const parked = `${futex} __futex_abstimed_wait_common_[n] pthread_cond_wait@@GLIBC_2.3.2_[n] Parker::park_[v] Unsafe_Park_[v] jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park`
const condition =
  'java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode.block java.util.concurrent.ForkJoinPool.unmanagedBlock java.util.concurrent.ForkJoinPool.managedBlock java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await'
const pool =
  'java.util.concurrent.ThreadPoolExecutor.getTask java.util.concurrent.ThreadPoolExecutor.runWorker java.lang.Thread.run'
const waiting = `${futex} __pthread_cond_wait_[n] PlatformEvent::park_[v] ObjectMonitor::wait_[v] ObjectSynchronizer::wait_[v] JVM_MonitorWait_[v] java.lang.Object.wait0 java.lang.Object.wait`

describe('a stack that waits for work', () => {
  test.each([
    ['a parked worker, seen by perf', `${parked} ${condition} java.util.concurrent.LinkedBlockingQueue.take ${pool}`],
    [
      'the same, Java frames only',
      `jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park ${condition} java.util.concurrent.LinkedBlockingQueue.take ${pool}`,
    ],
    [
      'the same on JDK 8',
      `sun.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park java.util.concurrent.SynchronousQueue$TransferStack.awaitFulfill ${pool}`,
    ],
    [
      'a parked worker, recorded by async-profiler with a stripped C library',
      `/usr/lib/x86_64-linux-gnu/libc.so.6_[n] pthread_cond_wait_[n] Parker::park_[v] Unsafe_Park_[v] jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park ${condition} java.util.concurrent.LinkedBlockingQueue.take ${pool}`,
    ],
    [
      'a worker of G1, recorded by async-profiler with a stripped C library',
      '/usr/lib/x86_64-linux-gnu/libc.so.6_[n] /usr/lib/x86_64-linux-gnu/libc.so.6_[n] PosixSemaphore::wait_[v] GangWorker::loop_[v]',
    ],
    [
      'the first thread of the process, which waits for the main thread',
      '/usr/lib/x86_64-linux-gnu/libc.so.6_[n] /usr/lib/x86_64-linux-gnu/libc.so.6_[n] CallJavaMainInNewThread_[n] ContinueInNewThread_[n] JLI_Launch_[n]',
    ],
    ['Object.wait', `${waiting} java.lang.ref.ReferenceQueue.remove java.lang.ref.Finalizer$FinalizerThread.run`],
    [
      'a carrier thread without a virtual one',
      `${parked} java.util.concurrent.ForkJoinPool.awaitWork java.util.concurrent.ForkJoinPool.runWorker`,
    ],
    [
      'a parked virtual thread',
      'java.lang.VirtualThread.park java.lang.System$1.parkVirtualThread jdk.internal.misc.VirtualThreads.park java.util.concurrent.locks.LockSupport.park java.util.concurrent.LinkedTransferQueue.take',
    ],
    [
      'epoll',
      `schedule_hrtimeout_range_[k] ep_poll_[k] do_epoll_wait_[k] __x64_sys_epoll_wait_[k] epoll_wait_[n] Java_sun_nio_ch_EPoll_wait_[n] sun.nio.ch.EPoll.wait sun.nio.ch.EPollSelectorImpl.doSelect sun.nio.ch.SelectorImpl.lockAndDoSelect sun.nio.ch.SelectorImpl.select org.apache.tomcat.util.net.NioEndpoint$Poller.run`,
    ],
    [
      'epoll of Netty',
      'epoll_wait_[n] netty_epoll_wait_[u] io.netty.channel.epoll.Native.epollWait io.netty.channel.epoll.EpollEventLoop.epollWait io.netty.channel.epoll.EpollEventLoop.run',
    ],
    [
      'accept',
      `schedule_timeout_[k] inet_csk_accept_[k] inet_accept_[k] do_accept_[k] __sys_accept4_[k] accept4_[n] sun.nio.ch.Net.accept sun.nio.ch.ServerSocketChannelImpl.implAccept sun.nio.ch.ServerSocketChannelImpl.accept org.apache.tomcat.util.net.Acceptor.run`,
    ],
    [
      'accept, implemented with poll',
      'poll_[n] sun.nio.ch.Net.poll sun.nio.ch.NioSocketImpl.park sun.nio.ch.NioSocketImpl.accept java.net.ServerSocket.implAccept java.net.ServerSocket.accept com.acme.Server.main',
    ],
    [
      'sleep',
      `do_nanosleep_[k] hrtimer_nanosleep_[k] JavaThread::sleep_[v] JVM_Sleep_[v] java.lang.Thread.sleep0 java.lang.Thread.sleep com.acme.Poller.run`,
    ],
    [
      'a worker of the garbage collector',
      `${futex} pthread_cond_timedwait_[n] PlatformMonitor::wait_[v] Monitor::wait_[v] MonitorLocker::wait_[v] WorkerTaskDispatcher::worker_run_task_[v] WorkerThread::run_[v]`,
    ],
    [
      'a compiler thread',
      `__pthread_cond_timedwait_[n] PlatformMonitor::wait_[v] Monitor::wait_[v] CompileQueue::get_[v] CompileBroker::compiler_thread_loop_[v]`,
    ],
    [
      'the next request of a connection',
      'recv_[n] java.net.SocketInputStream.socketRead0 java.net.SocketInputStream.read java.io.BufferedInputStream.read sun.net.httpserver.Request.readLine sun.net.httpserver.ServerImpl$Exchange.run',
    ],
    ['an idle processor', 'intel_idle_[k] cpuidle_enter_state_[k] cpuidle_enter_[k] do_idle_[k] cpu_startup_entry_[k]'],
    [
      'musl',
      '__timedwait_cp_[n] __pthread_cond_timedwait_[n] Parker::park_[v] Unsafe_Park_[v] jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.parkNanos java.util.concurrent.DelayQueue.take',
    ],
  ])('%s', (_, stack) => {
    expect(isIdle(stack)).toBe(true)
  })

  test.each([
    ['work', 'java.util.HashMap.get com.acme.Cart.total java.lang.Thread.run'],
    [
      'a lock that another thread holds',
      `${parked} java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire java.util.concurrent.locks.ReentrantLock$Sync.lock java.util.concurrent.locks.ReentrantLock.lock com.acme.Stock.take`,
    ],
    [
      'a lock that a wait acquires again at its end',
      `${parked} java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireQueued ${condition} java.util.concurrent.LinkedBlockingQueue.take ${pool}`,
    ],
    [
      'a monitor that another thread holds',
      `${futex} __pthread_cond_wait_[n] PlatformEvent::park_[v] ObjectMonitor::EnterI_[v] ObjectMonitor::enter_[v] ObjectSynchronizer::enter_[v] com.acme.Stock.take`,
    ],
    [
      'a result of a future',
      `${parked} java.util.concurrent.CompletableFuture$Signaller.block java.util.concurrent.ForkJoinPool.managedBlock java.util.concurrent.CompletableFuture.waitingGet java.util.concurrent.CompletableFuture.join com.acme.Shop.load`,
    ],
    [
      'the end of other threads',
      `${parked} java.util.concurrent.locks.AbstractQueuedSynchronizer.doAcquireSharedInterruptibly java.util.concurrent.CountDownLatch.await com.acme.Shop.load`,
    ],
    [
      'the answer of a database',
      'sk_wait_data_[k] tcp_recvmsg_locked_[k] tcp_recvmsg_[k] recv_[n] java.net.SocketInputStream.socketRead0 java.net.SocketInputStream.read org.postgresql.core.VisibleBufferedInputStream.readMore',
    ],
    [
      'a page from the disk under a pool',
      `io_schedule_[k] folio_wait_bit_[k] filemap_fault_[k] asm_exc_page_fault_[k] com.acme.Cart.total ${pool}`,
    ],
    ['the kernel at work for a poller', 'fput_[k] do_syscall_64_[k] epoll_wait_[n] sun.nio.ch.EPoll.wait'],
    [
      'a thread that was preempted',
      `schedule_[k] exit_to_user_mode_loop_[k] asm_sysvec_apic_timer_interrupt_[k] com.acme.Cart.total ${pool}`,
    ],
    ['code of that name in the middle', 'com.acme.Cart.total java.lang.Thread.sleep com.acme.Poller.run'],
    ['a stack without names', '[unknown]_[u]'],
  ])('is not: %s', (_, stack) => {
    expect(isIdle(stack)).toBe(false)
  })

  // Every thread of a JVM whose program makes one of each kind: kernel stacks of /proc, native ones of gdb, Java ones
  // of jcmd. Those that are called busy work, or wait for a lock, a result, an answer.
  test.each(['17', '25'])(
    'is recognised for every thread of a real JVM %s, with all frames and with Java frames only',
    (jdk) => {
      const text = fs.readFileSync(new URL(`golden/threads-jdk-${jdk}.txt`, import.meta.url), 'utf8')
      for (const line of text.trim().split('\n')) {
        const [, name = '', stack = ''] = /^(.*?): (.*)$/.exec(line) ?? []
        const expected = !name.startsWith('busy')
        expect([name, isIdle(stack)]).toEqual([name, expected])
        const java = stack.replace(/\S+_\[\w\] ?/g, '').trim()
        // Threads that wait in native code look the same as those that work when only Java frames are known.
        if (java !== '' && name !== 'busy-monitor') expect([name, isIdle(java)]).toEqual([name, expected])
      }
    },
  )

  test('is not recognised for a name of a million letters, in a short time', () => {
    expect(isIdle(`${'Java_java_lang_wait'.repeat(50_000)}!`)).toBe(false)
    expect(isIdle(`epoll_wait${'@'.repeat(1_000_000)}_[n]`)).toBe(false)
  })

  test('is removed from a profile, where a sample without a stack stays', () => {
    const shop = shopProfile()
    const busy = dropIdle(shop)
    expect(totalWeight(busy)).toBeLessThan(totalWeight(shop))
    const names = new Set(
      Array.from(busy.samples.stack, (stack) => busy.strings[busy.frames.name[busy.stacks.frame[stack]!]!]),
    )
    expect(names).not.toContain('inet_csk_accept')
    expect(names).toContain('tcp_recvmsg')
    const builder = createProfileBuilder()
    builder.sample(-1, builder.thread('t'), NaN, 3)
    expect(totalWeight(dropIdle(builder.finish('samples', emptyProvenance('test'))))).toBe(3)
  })
})
