import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A service whose profile is known beforehand, for comparing engines: one thread that only computes, one that allocates,
 * two that wait for each other's locks, one that works in the kernel, and a health check on a port of the loopback device.
 *
 * <p>Run it with {@code -XX:CompileCommand=dontinline,Matrix::*}: an engine that cannot see inlined methods must have
 * nothing to miss.
 */
public final class Matrix {
  private static final Object HOT_LOCK = new Object();
  private static final Object WARM_LOCK = new Object();

  static volatile long result;

  /** The newest buffers stay alive: one, or as many as {@code -Dmatrix.kept} says. */
  static final byte[][] KEPT = new byte[Integer.getInteger("matrix.kept", 1)][];

  private static int keptAt;

  public static void main(String[] args) throws IOException {
    start("matrix-cpu", Matrix::compute);
    start("matrix-alloc", Matrix::allocate);
    start("matrix-holder", Matrix::hold);
    for (int waiter = 0; waiter < 3; waiter++) start("matrix-waiter", Matrix::queue);
    start("matrix-reader", Matrix::read);
    try (ServerSocket server = new ServerSocket(8080, 16, InetAddress.getLoopbackAddress())) {
      System.out.println("matrix listens");
      while (true) answer(server);
    }
  }

  private static void start(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Of this thread's time 60 % is hotLoop, 30 % warmLoop, 10 % coolLoop, in rounds too uneven for a sampler to fall in step. */
  static void compute() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    while (true) {
      long round = random.nextLong(5_000_000, 15_000_000);
      for (long end = System.nanoTime() + round * 6; System.nanoTime() < end;) result += hotLoop(80_000);
      for (long end = System.nanoTime() + round * 3; System.nanoTime() < end;) result += warmLoop(80_000);
      for (long end = System.nanoTime() + round; System.nanoTime() < end;) result += coolLoop(80_000);
    }
  }

  static long hotLoop(int turns) {
    long value = turns;
    for (int turn = 0; turn < turns; turn++) value = value * 6364136223846793005L + 1442695040888963407L;
    return value;
  }

  static long warmLoop(int turns) {
    long value = turns;
    for (int turn = 0; turn < turns; turn++) value = value * 6364136223846793005L + 1442695040888963407L;
    return value;
  }

  static long coolLoop(int turns) {
    long value = turns;
    for (int turn = 0; turn < turns; turn++) value = value * 6364136223846793005L + 1442695040888963407L;
    return value;
  }

  /**
   * 70 % of the bytes come from hotBuffers, 30 % from warmBuffers; about 100 MB/s. By chance and of uneven sizes: whoever
   * samples by bytes would fall in step with any pattern.
   */
  static void allocate() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    while (true) {
      for (int turn = 0; turn < 1000; turn++) {
        int size = random.nextInt(512, 1536);
        if (random.nextInt(10) < 7) hotBuffers(size);
        else warmBuffers(size);
      }
      pause(10);
    }
  }

  static void hotBuffers(int size) {
    keep(new byte[size]);
  }

  static void warmBuffers(int size) {
    keep(new byte[size]);
  }

  private static void keep(byte[] buffer) {
    KEPT[keptAt] = buffer;
    keptAt = (keptAt + 1) % KEPT.length;
  }

  /**
   * Holds one lock for 70 ms and another for 30 ms, again and again: much longer than a thread that got a lock may wait
   * for a CPU, since that time counts as waiting, too.
   */
  static void hold() {
    while (true) {
      synchronized (HOT_LOCK) {
        pause(70);
      }
      synchronized (WARM_LOCK) {
        pause(30);
      }
    }
  }

  /** 2 ms of system calls, again and again: a few seconds of samples then hold kernel frames for certain. */
  static void read() {
    byte[] buffer = new byte[8192]; // a larger one would be copied through memory of malloc
    try (InputStream zeros = new FileInputStream("/dev/zero")) {
      while (true) {
        for (long end = System.nanoTime() + 2_000_000; System.nanoTime() < end;) result += zeros.read(buffer);
        pause(20);
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  static void queue() {
    while (true) {
      hotWait();
      warmWait();
    }
  }

  static void hotWait() {
    synchronized (HOT_LOCK) {
      result++;
    }
  }

  static void warmWait() {
    synchronized (WARM_LOCK) {
      result++;
    }
  }

  private static void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException interruption) {
      throw new IllegalStateException(interruption);
    }
  }

  private static void answer(ServerSocket server) throws IOException {
    try (Socket customer = server.accept()) {
      customer.getInputStream().read(new byte[4096]);
      OutputStream out = customer.getOutputStream();
      out.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
