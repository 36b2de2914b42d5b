import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** Does a bit of everything that a recording may tell of, for as many ms as its argument says. */
public class Load {
  static final Object monitor = new Object();
  static final ReentrantLock lock = new ReentrantLock();
  static volatile long sink;
  static volatile Object kept;
  static final List<Object> alive = Collections.synchronizedList(new ArrayList<>());
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  static int deep(int n) { return n == 0 ? fib(18) : deep(n - 1) + 1; }
  static void thread(String name, long end, Runnable work) {
    Thread thread = new Thread(() -> { while (System.currentTimeMillis() < end) work.run(); }, name);
    thread.setDaemon(true);
    thread.start();
  }
  static void pause(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { throw new RuntimeException(e); } }
  static void alloc() {
    byte[][] made = new byte[64][];
    for (int i = 0; i < 64; i++) made[i] = new byte[1024 * (1 + i % 8)];
    kept = made;
    if (alive.size() < 200) alive.add(new StringBuilder("x".repeat(2000)));
    pause(1);
  }
  static void monitor() { synchronized (monitor) { sink += fib(15); pause(15); } }
  static void park() { lock.lock(); try { pause(12); } finally { lock.unlock(); } }
  static void fail() { try { Integer.parseInt("no number"); } catch (NumberFormatException e) { sink++; } pause(5); }
  static void io(Path file) {
    try {
      Files.write(file, new byte[300_000]);
      sink += Files.readAllBytes(file).length;
    } catch (IOException e) { throw new UncheckedIOException(e); }
    pause(25);
  }
  static void socket() {
    try (ServerSocket server = new ServerSocket(0); Socket client = new Socket("localhost", server.getLocalPort()); Socket peer = server.accept()) {
      new Thread(() -> { pause(22); try { peer.getOutputStream().write(1); } catch (IOException e) { } }).start();
      sink += client.getInputStream().read();
    } catch (IOException e) { throw new UncheckedIOException(e); }
  }
  public static void main(String[] args) throws Exception {
    long end = System.currentTimeMillis() + Long.parseLong(args[0]);
    Path file = Files.createTempFile("load", ".bin");
    IntUnaryOperator twice = n -> fib(n) * 2;
    thread("cpu-1", end, () -> sink += twice.applyAsInt(22));
    thread("cpu-deep", end, () -> sink += deep(90));
    thread("alloc-1", end, Load::alloc);
    thread("lock-1", end, Load::monitor);
    thread("lock-2", end, Load::monitor);
    thread("park-1", end, Load::park);
    thread("park-2", end, Load::park);
    thread("fail-ü", end, Load::fail);
    thread("io-1", end, () -> io(file));
    thread("net-1", end, Load::socket);
    while (System.currentTimeMillis() < end) pause(20);
    System.gc();
    Files.delete(file);
  }
}
